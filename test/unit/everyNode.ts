import { IflytekAiCallApi } from '../../credentials/IflytekAiCallApi.credentials';
import { IflytekChecksumApi } from '../../credentials/IflytekChecksumApi.credentials';
import { IflytekSignatureApi } from '../../credentials/IflytekSignatureApi.credentials';
import { IflytekAiCall } from '../../nodes/IflytekAiCall/IflytekAiCall.node';
import { IflytekAiCallTrigger } from '../../nodes/IflytekAiCallTrigger/IflytekAiCallTrigger.node';
import { IflytekImageRecognition } from '../../nodes/IflytekImageRecognition/IflytekImageRecognition.node';
import { IflytekInvoiceOcr } from '../../nodes/IflytekInvoiceOcr/IflytekInvoiceOcr.node';
import { IflytekTextCorrection } from '../../nodes/IflytekTextCorrection/IflytekTextCorrection.node';

export const INVOICE = new IflytekInvoiceOcr();
export const TEXT = new IflytekTextCorrection();
export const IMAGE = new IflytekImageRecognition();
export const AI_CALL = new IflytekAiCall();
export const TRIGGER = new IflytekAiCallTrigger();
export const NODES = [INVOICE, TEXT, IMAGE, AI_CALL, TRIGGER];

export const SIGNATURE_API = new IflytekSignatureApi();
export const CHECKSUM_API = new IflytekChecksumApi();
export const AI_CALL_API = new IflytekAiCallApi();
export const CREDENTIALS = [SIGNATURE_API, CHECKSUM_API, AI_CALL_API];
