/** 監測的界限，一行說完：群組管理與遠距監測共用。 */
export default {
  says: {
    above: '{{measure}}高於 {{value}}',
    below: '{{measure}}低於 {{value}}',
    change: '{{measure}}在 {{count}} 小時內變化達 {{value}}',
    noData: '{{measure}}超過 {{count}} 小時沒有讀值',
  },
  between: '{{from}}–{{to}} 時',
}
