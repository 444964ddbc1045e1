import type { Translation } from '../types.ts'
import type source from '../zh-TW/limits.ts'

/** Limits of monitoring in one line: for who sets them and who watches. */
export default {
  says: {
    above: '{{measure}} above {{value}}',
    below: '{{measure}} below {{value}}',
    atLeast: '{{measure}} at or above {{value}}',
    atMost: '{{measure}} at or below {{value}}',
    change: '{{measure}} changes by {{value}} or more within {{count}} h',
    changeMore: '{{measure}} changes by more than {{value}} within {{count}} h',
    gain: '{{measure}} rises by {{value}} or more within {{count}} h',
    gainMore: '{{measure}} rises by more than {{value}} within {{count}} h',
    loss: '{{measure}} falls by {{value}} or more within {{count}} h',
    lossMore: '{{measure}} falls by more than {{value}} within {{count}} h',
    noData: '{{measure}}: no reading for {{count}} h',
  },
  between: '{{from}}:00 to {{to}}:00',
  overnight: '{{from}}:00 to {{to}}:00 of the next day',
  trend: {
    doubted: '{{count}} doubted, not counted',
    flagged: '(doubted)',
    sums_one: 'Low {{low}}, high {{high}}, mean {{mean}}, {{count}} value',
    sums_other: 'Low {{low}}, high {{high}}, mean {{mean}}, {{count}} values',
    before: 'Before: {{text}}',
    label: '{{kind}} from {{from}} to {{to}}',
    range: '{{measure}} within the limits',
    normal: 'Normal {{low}}–{{high}} ({{source}})',
    noNormal: 'No normal range: there are ranges for adults only, and for a weight with the height.',
    source: {
      pressure: 'Taiwan hypertension guideline 2022: normal below 120/80; American Heart Association: low below 90/60',
      heart: 'American Heart Association: resting heart rate',
      temperature: 'MedlinePlus: normal body temperature',
      oxygen: 'WHO: Pulse Oximetry Training Manual',
      fasting: 'American Diabetes Association: fasting below 100, low below 70',
      afterMeal: 'American Diabetes Association: below 140 two hours after a meal, low below 70',
      bmi: 'Health Promotion Administration, Taiwan: BMI 18.5 to below 24',
    },
  },
  move: { up: 'Higher than before', down: 'Lower than before', same: 'As before' },
} satisfies Translation<typeof source>
