/** The history of visits. */
export default {
  days_other: '{{count}} 天',
  earlier: '往前一段',
  later: '往後一段',
  news_other: '有 {{count}} 筆新約診',
  showNews: '重新載入',
  empty: '{{from}} 到 {{to}} 沒有紀錄',
  thirty: '看 30 天',
  recording: '有錄影',
  ofPatient: '此病患的紀錄',
  deductions: '金流費 {{payment}}，平台 {{platform}}，實得 {{share}}',
  column: { time: '時間', waited: '等候', length: '看診', fee: '費用', note: '病歷', recording: '錄影' },
  total: { visits: '約診', minutes: '看診分鐘', fees: '已收費用' },
  note: {
    title: '看診紀錄',
    signed: '已簽章',
    unsigned: '未簽章',
    signedBy: '{{name}} 簽章於 {{time}}',
    none: '尚未寫看診紀錄',
    closed: '未取得病患授權，只顯示約診，不顯示內容',
  },
  key: { note: '讀看診紀錄', play: '播放錄影' },
}
