import { localised } from '../core/export.ts'

/** For the screen and the file alike. */
export const monitorLabels = {
  kind: {
    blood_pressure: localised('血壓', '血压', 'Blood pressure'),
    weight: localised('體重', '体重', 'Weight'),
    temperature: localised('體溫', '体温', 'Temperature'),
    pulse: localised('脈搏', '脉搏', 'Pulse'),
    blood_oxygen: localised('血氧', '血氧', 'Blood oxygen'),
    glucose_fasting: localised('空腹血糖', '空腹血糖', 'Fasting glucose'),
    glucose_before_meal: localised('飯前血糖', '饭前血糖', 'Glucose before meal'),
    glucose_after_meal: localised('飯後血糖', '饭后血糖', 'Glucose after meal'),
    glucose_unspecified: localised('血糖（未註明用餐）', '血糖（未注明用餐）', 'Glucose (meal not stated)'),
  },
  measure: {
    systolic: localised('收縮壓', '收缩压', 'Systolic'),
    diastolic: localised('舒張壓', '舒张压', 'Diastolic'),
    bp_pulse: localised('血壓計心率', '血压计心率', 'Heart rate (BP monitor)'),
    weight: localised('體重', '体重', 'Weight'),
    temperature: localised('體溫', '体温', 'Temperature'),
    pulse: localised('脈搏', '脉搏', 'Pulse'),
    blood_oxygen: localised('血氧', '血氧', 'Blood oxygen'),
    glucose_fasting: localised('空腹血糖', '空腹血糖', 'Fasting glucose'),
    glucose_before_meal: localised('飯前血糖', '饭前血糖', 'Glucose before meal'),
    glucose_after_meal: localised('飯後血糖', '饭后血糖', 'Glucose after meal'),
    glucose_unspecified: localised('血糖（未註明用餐）', '血糖（未注明用餐）', 'Glucose (meal not stated)'),
  },
  test: {
    above: localised('高於', '高于', 'Above'),
    below: localised('低於', '低于', 'Below'),
    change: localised('變化達', '变化达', 'Changes by'),
    noData: localised('沒有讀值', '没有读值', 'No data'),
  },
  severity: {
    critical: localised('危急', '危急', 'Critical'),
    warning: localised('警告', '警告', 'Warning'),
    notice: localised('提醒', '提醒', 'Notice'),
  },
  state: {
    open: localised('未處理', '未处理', 'Open'),
    acknowledged: localised('處理中', '处理中', 'Acknowledged'),
    resolved: localised('已解決', '已解决', 'Resolved'),
  },
  /** Of an alert that rested on a reading which was entered in error: with why. */
  withdrawal: localised('讀值輸入錯誤：', '读值输入错误：', 'Reading entered in error: '),
} as const
