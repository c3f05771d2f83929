const { createHash } = require('node:crypto');

/** By which jest keeps what a transformer has made: another key for any other part. */
module.exports = (...parts) =>
	parts.reduce((hash, part) => hash.update(part).update('\0'), createHash('sha256')).digest('hex');
