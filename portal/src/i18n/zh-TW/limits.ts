/** 監測的界限，一行說完：群組管理與遠距監測共用。 */
export default {
  says: {
    above: '{{measure}}高於 {{value}}',
    below: '{{measure}}低於 {{value}}',
    change: '{{measure}}在 {{count}} 小時內變化達 {{value}}',
    noData: '{{measure}}超過 {{count}} 小時沒有讀值',
  },
  between: '{{from}}–{{to}} 時',
  trend: {
    doubted: '另有 {{count}} 筆存疑，未計入',
    flagged: '（存疑）',
    sums_other: '最低 {{low}}　最高 {{high}}　平均 {{mean}}　共 {{count}} 筆',
    before: '前期：{{text}}',
    label: '{{kind}}趨勢，{{from}} 至 {{to}}',
    range: '{{measure}}的界限內範圍',
    normal: '正常 {{low}}–{{high}}（{{source}}）',
    noNormal: '不標示正常範圍：範圍只適用於 18 歲以上，體重另需身高。',
    source: {
      pressure: '2022 台灣高血壓治療指引：正常低於 120/80；美國心臟協會：低於 90/60 為偏低',
      heart: '美國心臟協會：靜止心率',
      temperature: 'MedlinePlus：正常體溫',
      oxygen: '世界衛生組織：脈搏血氧儀訓練手冊',
      fasting: '美國糖尿病學會：空腹低於 100，低於 70 為偏低',
      afterMeal: '美國糖尿病學會：飯後 2 小時低於 140，低於 70 為偏低',
      bmi: '國民健康署：BMI 18.5 以上、未滿 24',
    },
  },
  move: { up: '較前次上升', down: '較前次下降', same: '與前次相同' },
}
