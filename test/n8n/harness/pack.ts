/** Builds and packs the package before the suites that need it begin side by side. */
import { packPackage } from './package';

void packPackage();
