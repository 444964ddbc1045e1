import './quiet.ts'
// It answers Cornerstone's worker manager by itself: what it unpacks is one frame a message.
import '#dicom-loader/decodeImageFrameWorker.js'
