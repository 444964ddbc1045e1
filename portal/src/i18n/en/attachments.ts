import type zhTW from '../zh-TW/attachments.ts'
import type { Translation } from '../types.ts'

export default {
  attach: 'Attach a picture or file',
  record: 'Record a voice message',
  recording: 'Recording',
  full: 'As long as it may be: send it or discard it',
  upTo: 'at most {{time}}',
  discardVoice: 'Discard the voice message',
  sendVoice: 'Send the voice message',
  micRefused: 'The browser did not allow the microphone',
  micMissing: 'No microphone was found',
  openPicture: 'Open the picture {{name}}',
  save: 'Download',
  saveFile: 'Download {{name}}',
  play: 'Play the voice message',
  pause: 'Pause',
  place: 'Position',
  image: 'Picture',
  file: 'File',
  voice: 'Voice message',
  sending: '{{percent}}% uploaded',
  drop: 'Drop it to send it to this conversation',
} satisfies Translation<typeof zhTW>
