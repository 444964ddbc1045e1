import type { Translation } from '../types.ts'
import type source from '../zh-TW/limits.ts'

/** 监测的界限，一行说完：小组管理与远程监测共用。 */
export default {
  says: {
    above: '{{measure}}高于 {{value}}',
    below: '{{measure}}低于 {{value}}',
    atLeast: '{{measure}}达到或高于 {{value}}',
    atMost: '{{measure}}降到或低于 {{value}}',
    change: '{{measure}}在 {{count}} 小时内变化达 {{value}}',
    changeMore: '{{measure}}在 {{count}} 小时内变化超过 {{value}}',
    gain: '{{measure}}在 {{count}} 小时内增加达 {{value}}',
    gainMore: '{{measure}}在 {{count}} 小时内增加超过 {{value}}',
    loss: '{{measure}}在 {{count}} 小时内减少达 {{value}}',
    lossMore: '{{measure}}在 {{count}} 小时内减少超过 {{value}}',
    noData: '{{measure}}超过 {{count}} 小时没有读值',
  },
  between: '{{from}}–{{to}} 时',
  overnight: '{{from}} 时至次日 {{to}} 时',
  trend: {
    doubted: '另有 {{count}} 笔存疑，未计入',
    flagged: '（存疑）',
    sums_other: '最低 {{low}}　最高 {{high}}　平均 {{mean}}　共 {{count}} 条',
    before: '前期：{{text}}',
    label: '{{kind}}趋势，{{from}} 至 {{to}}',
    range: '{{measure}}的界限内范围',
    normal: '正常 {{low}}–{{high}}（{{source}}）',
    noNormal: '不标示正常范围：范围只适用于 18 岁以上，体重另需身高。',
    source: {
      pressure: '2022 台湾高血压治疗指引：正常低于 120/80；美国心脏协会：低于 90/60 为偏低',
      heart: '美国心脏协会：静息心率',
      temperature: 'MedlinePlus：正常体温',
      oxygen: '世界卫生组织：脉搏血氧仪培训手册',
      fasting: '美国糖尿病学会：空腹低于 100，低于 70 为偏低',
      afterMeal: '美国糖尿病学会：餐后 2 小时低于 140，低于 70 为偏低',
      bmi: '台湾国民健康署：BMI 18.5 以上、未满 24',
    },
  },
  move: { up: '较前次上升', down: '较前次下降', same: '与前次相同' },
} satisfies Translation<typeof source>
