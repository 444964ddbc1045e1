import { words } from '../core/sheet.ts'

/** For the screen and the file alike. */
export const monitorWords = {
  kind: {
    blood_pressure: words('血壓', '血压', 'Blood pressure'),
    weight: words('體重', '体重', 'Weight'),
    temperature: words('體溫', '体温', 'Temperature'),
    pulse: words('脈搏', '脉搏', 'Pulse'),
    blood_oxygen: words('血氧', '血氧', 'Blood oxygen'),
    glucose_fasting: words('空腹血糖', '空腹血糖', 'Fasting glucose'),
    glucose_before_meal: words('飯前血糖', '饭前血糖', 'Glucose before meal'),
    glucose_after_meal: words('飯後血糖', '饭后血糖', 'Glucose after meal'),
  },
  measure: {
    systolic: words('收縮壓', '收缩压', 'Systolic'),
    diastolic: words('舒張壓', '舒张压', 'Diastolic'),
    bp_pulse: words('血壓計心率', '血压计心率', 'Heart rate (BP monitor)'),
    weight: words('體重', '体重', 'Weight'),
    temperature: words('體溫', '体温', 'Temperature'),
    pulse: words('脈搏', '脉搏', 'Pulse'),
    blood_oxygen: words('血氧', '血氧', 'Blood oxygen'),
    glucose_fasting: words('空腹血糖', '空腹血糖', 'Fasting glucose'),
    glucose_before_meal: words('飯前血糖', '饭前血糖', 'Glucose before meal'),
    glucose_after_meal: words('飯後血糖', '饭后血糖', 'Glucose after meal'),
  },
  test: {
    above: words('高於', '高于', 'Above'),
    below: words('低於', '低于', 'Below'),
    change: words('變化達', '变化达', 'Changes by'),
    noData: words('沒有讀值', '没有读值', 'No data'),
  },
  severity: {
    critical: words('危急', '危急', 'Critical'),
    warning: words('警告', '警告', 'Warning'),
    notice: words('提醒', '提醒', 'Notice'),
  },
  state: {
    open: words('未處理', '未处理', 'Open'),
    acknowledged: words('處理中', '处理中', 'Acknowledged'),
    resolved: words('已解決', '已解决', 'Resolved'),
  },
} as const
