export default {
  /** By which rule a fee goes back. */
  terms: {
    whole: '取消後全額退回。',
    part: '看診 {{hours}} 小時前取消，全額退回；之後取消，退回 {{percent}}%。',
    none: '看診 {{hours}} 小時前取消，全額退回；之後取消，不退費。',
    house: '院所取消時，全額退回。',
  },
  receipt: {
    title: '收據',
    number: '收據號碼',
    amount: '金額',
    how: '付款方式',
    when: '付款時間',
    method: { cash: '現金', card: '櫃檯刷卡', transfer: '轉帳', checkout: '線上付款', other: '其他' },
    open: '檢視收據',
    print: '列印或存成 PDF',
    patient: '病人',
    visit: '看診',
    service: '項目',
    site: { video: '視訊看診', voice: '語音看診', onsite: '到院看診' },
    refunded: '已退款',
    refundDue: '待退款',
    left: '實收',
    made: '{{time}} 產生',
  },
}
