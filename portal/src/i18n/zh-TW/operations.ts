/** What one did oneself: `/setting/log`. */
export default {
  search: '動作或來源位址',
  time: '時間',
  act: '動作',
  target: '對象',
  behalf: '代表',
  result: { title: '結果', OK: '成功', refused: '被拒' },
  device: '裝置',
  from: '來源',
  kind: { title: '種類', read: '讀取', write: '變更', auth: '登入', none: '其他' },
  dates: '日期',
  empty: '這段期間沒有紀錄',
  emptyIn: '{{days}} 沒有紀錄',
  emptyText: '換個日期或條件。',
  failed: '操作紀錄載入失敗',
  notMe: {
    act: '不是我做的',
    title: '有人使用您的帳號？',
    text: '將登出其他所有裝置，並帶您到安全設定更改密碼。此裝置保持登入。',
    ok: '登出其他裝置',
    done: '其他裝置已登出，請更改密碼',
  },
}
