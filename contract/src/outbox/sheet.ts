import { exportOf, localised } from '../core/export.ts'
import { outboxMessage } from './schema.ts'

const channel = {
  title: localised('管道', '渠道', 'Channel'),
  words: {
    sms: localised('簡訊', '短信', 'SMS'),
    line: localised('LINE', 'LINE', 'LINE'),
    wechat: localised('微信', '微信', 'WeChat'),
    email: localised('電子郵件', '电子邮件', 'E-mail'),
    push: localised('推播', '推送', 'Push'),
    webhook: localised('Webhook', 'Webhook', 'Webhook'),
  },
}
const state = {
  title: localised('狀態', '状态', 'State'),
  words: {
    queued: localised('待送', '待发送', 'Queued'),
    sending: localised('傳送中', '发送中', 'Sending'),
    sent: localised('已送出', '已发送', 'Sent'),
    delivered: localised('已送達', '已送达', 'Delivered'),
    retrying: localised('重試中', '重试中', 'Retrying'),
    failed: localised('失敗', '失败', 'Failed'),
    cancelled: localised('已取消', '已取消', 'Cancelled'),
  },
}
const kind = {
  title: localised('類別', '类别', 'Kind'),
  words: {
    code: localised('驗證碼', '验证码', 'Code'),
    link: localised('連結', '链接', 'Link'),
    notice: localised('通知', '通知', 'Notice'),
    confirmation: localised('預約確認', '预约确认', 'Confirmation'),
    reminder: localised('提醒', '提醒', 'Reminder'),
    test: localised('測試', '测试', 'Test'),
    notification: localised('推播提醒', '推送提醒', 'Push alert'),
  },
}
const reason = {
  OVER: localised('已過期，未送出', '已过期，未发送', 'Over, not sent'),
  UNREACHABLE: localised('連不上服務商', '连不上服务商', 'Provider not reached'),
  TIMEOUT: localised('服務商逾時', '服务商超时', 'Provider timed out'),
  PROVIDER_MISSING: localised('未設定此管道', '未配置此渠道', 'Channel not set up'),
}
const created = localised('建立時間', '创建时间', 'Written')

/** Messages as a file: recipients masked as on the screen, and never what was written. */
export const outboxSheet = exportOf(
  outboxMessage,
  [
    { path: 'createdAt', title: created, kind: 'instant', width: 17 },
    { path: 'channel', ...channel, width: 10 },
    { path: 'to', title: localised('收件', '收件', 'To') },
    { path: 'kind', ...kind, width: 12 },
    { path: 'state', ...state, width: 10 },
    { path: 'reason', title: localised('原因', '原因', 'Reason'), words: reason, width: 24 },
    { path: 'tries', title: localised('次數', '次数', 'Tries'), kind: 'number', width: 7 },
    { path: 'nextAt', title: localised('下次嘗試', '下次尝试', 'Next try'), kind: 'instant', width: 17 },
    { path: 'sentAt', title: localised('送出時間', '发送时间', 'Sent at'), kind: 'instant', width: 17 },
  ],
  {
    channel,
    state,
    kind,
    origin: localised('來源', '来源', 'Origin'),
    from: localised('起日', '起日', 'From'),
    to: localised('迄日', '止日', 'To'),
    again: localised('可重送', '可重发', 'Can be sent again'),
  },
)
