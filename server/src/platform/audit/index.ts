export { createSealer, type Sealer, sealBatch } from './sealer.ts'
export { type Finding, type Verdict, verifyChain } from './verify.ts'
