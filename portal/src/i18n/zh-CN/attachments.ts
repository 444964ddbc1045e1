import type zhTW from '../zh-TW/attachments.ts'
import type { Translation } from '../types.ts'

export default {
  attach: '附加图片或文件',
  record: '录语音消息',
  recording: '录音中',
  full: '已达上限，可以发送或放弃',
  upTo: '最长 {{time}}',
  discardVoice: '放弃语音',
  sendVoice: '发送语音',
  micRefused: '浏览器未允许使用麦克风',
  micMissing: '找不到可用的麦克风',
  openPicture: '打开图片 {{name}}',
  save: '下载',
  saveFile: '下载 {{name}}',
  play: '播放语音',
  pause: '暂停',
  place: '播放位置',
  image: '图片',
  file: '文件',
  voice: '语音消息',
  sending: '已上传 {{percent}}%',
  drop: '松开即可发送到这个对话',
} satisfies Translation<typeof zhTW>
