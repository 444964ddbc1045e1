import { sheetOf, words } from '../core/sheet.ts'
import { outboxMessage } from './schema.ts'

const channel = {
  title: words('管道', '渠道', 'Channel'),
  words: {
    sms: words('簡訊', '短信', 'SMS'),
    line: words('LINE', 'LINE', 'LINE'),
    wechat: words('微信', '微信', 'WeChat'),
    email: words('電子郵件', '电子邮件', 'E-mail'),
    push: words('推播', '推送', 'Push'),
    webhook: words('Webhook', 'Webhook', 'Webhook'),
  },
}
const state = {
  title: words('狀態', '状态', 'State'),
  words: {
    queued: words('待送', '待发送', 'Queued'),
    sending: words('傳送中', '发送中', 'Sending'),
    sent: words('已送出', '已发送', 'Sent'),
    delivered: words('已送達', '已送达', 'Delivered'),
    retrying: words('重試中', '重试中', 'Retrying'),
    failed: words('失敗', '失败', 'Failed'),
    cancelled: words('已取消', '已取消', 'Cancelled'),
  },
}
const kind = {
  title: words('類別', '类别', 'Kind'),
  words: {
    code: words('驗證碼', '验证码', 'Code'),
    link: words('連結', '链接', 'Link'),
    notice: words('通知', '通知', 'Notice'),
    confirmation: words('預約確認', '预约确认', 'Confirmation'),
    reminder: words('提醒', '提醒', 'Reminder'),
    test: words('測試', '测试', 'Test'),
  },
}
const reason = {
  OVER: words('已過期，未送出', '已过期，未发送', 'Over, not sent'),
  UNREACHABLE: words('連不上服務商', '连不上服务商', 'Provider not reached'),
  TIMEOUT: words('服務商逾時', '服务商超时', 'Provider timed out'),
  PROVIDER_MISSING: words('未設定此管道', '未配置此渠道', 'Channel not set up'),
}
const created = words('建立時間', '创建时间', 'Written')

/** Messages as a file: recipients masked as on the screen, and never what was written. */
export const outboxSheet = sheetOf(
  outboxMessage,
  [
    { path: 'createdAt', title: created, kind: 'instant', width: 17 },
    { path: 'channel', ...channel, width: 10 },
    { path: 'to', title: words('收件', '收件', 'To') },
    { path: 'kind', ...kind, width: 12 },
    { path: 'state', ...state, width: 10 },
    { path: 'reason', title: words('原因', '原因', 'Reason'), words: reason, width: 24 },
    { path: 'tries', title: words('次數', '次数', 'Tries'), kind: 'number', width: 7 },
    { path: 'nextAt', title: words('下次嘗試', '下次尝试', 'Next try'), kind: 'instant', width: 17 },
    { path: 'sentAt', title: words('送出時間', '发送时间', 'Sent at'), kind: 'instant', width: 17 },
  ],
  {
    channel,
    state,
    kind,
    origin: words('來源', '来源', 'Origin'),
    from: words('起日', '起日', 'From'),
    to: words('迄日', '止日', 'To'),
    again: words('可重送', '可重发', 'Can be sent again'),
  },
)
