/** What people come for: a problem in the patient's words, and the note, diagnoses and drugs it usually ends in. */
export interface Visit {
  problem: string
  /** Whom it befalls: years of age, and one sex where it is one's only. */
  from?: number
  to?: number
  sex?: 'male' | 'female'
  s: string
  o: string
  a: string
  p: string
  memo: string
  icd: string[]
  /** [generic name to look up, dose, frequency, days] */
  drugs: [string, number, string, number][]
}

export const visits: Visit[] = [
  {
    problem: '高血壓、糖尿病回診，早上血壓偏高',
    from: 35,
    s: '早上起床血壓常超過 150，近一週頭悶脹，無胸痛、無視力模糊。',
    o: '意識清楚、對答切題，鏡頭下無呼吸急促、下肢無明顯水腫。居家血壓 7 日平均 151/91。',
    a: '血壓未達標，血糖略高於目標。',
    p: '調整降壓藥，注意下肢水腫。兩週後視訊回診。',
    memo: '每日鹽分 6 公克以下，外食湯汁不喝。頭痛加劇、胸痛請立即就醫。',
    icd: ['I10', 'E11.65'],
    drugs: [
      ['amlodipine', 1, 'QD', 28],
      ['metformin', 1, 'BID', 28],
    ],
  },
  {
    problem: '頭暈三天，站起來時明顯',
    from: 45,
    s: '頭暈三天，姿勢改變時明顯，無耳鳴、無嘔吐。',
    o: '意識清楚，無眼震，站立時血壓下降 18 mmHg。',
    a: '姿勢性頭暈，懷疑水分不足與降壓藥影響。',
    p: '降壓藥減半，補充水分，一週後追蹤。',
    memo: '起身放慢，先坐三分鐘再站。',
    icd: ['R42', 'I10'],
    drugs: [['betahistine', 1, 'TID', 7]],
  },
  {
    problem: '前臂紅疹搔癢，換洗劑後出現',
    s: '換洗衣精後前臂紅疹、搔癢，無發燒。',
    o: '鏡頭下雙前臂散在紅色丘疹，無水泡。',
    a: '接觸性皮膚炎。',
    p: '停用該洗劑，口服抗組織胺五天。',
    memo: '勿抓，冷敷可緩解。',
    icd: ['L23.9'],
    drugs: [['cetirizine', 1, 'QD', 5]],
  },
  {
    problem: '發燒 38.6°C、喉嚨痛第二天',
    s: '發燒兩天最高 38.6°C，喉嚨痛、鼻塞，無呼吸困難。',
    o: '鏡頭下咽部發紅，無明顯化膿，活力可。',
    a: '急性上呼吸道感染。',
    p: '症狀治療，快篩陰性，三天後未改善回診。',
    memo: '多喝水、多休息，呼吸喘請立即就醫。',
    icd: ['J06.9'],
    drugs: [['acetaminophen', 1, 'QID', 3]],
  },
  {
    problem: '失眠、焦慮，睡前心悸',
    from: 18,
    to: 75,
    s: '近一個月入睡困難，睡前心悸、擔心工作。',
    o: '對答切題，情緒焦慮，無自傷意念。',
    a: '焦慮相關失眠。',
    p: '睡眠衛生衛教，短期用藥兩週，轉介諮商。',
    memo: '睡前一小時不用手機，午後不喝咖啡。',
    icd: ['F41.9', 'G47.00'],
    drugs: [['propranolol', 1, 'BID', 14]],
  },
  {
    problem: '痛風發作，右腳大拇趾',
    from: 25,
    s: '昨晚起右腳大拇趾紅腫熱痛，前日聚餐海鮮。',
    o: '鏡頭下右第一蹠趾關節紅腫。',
    a: '急性痛風發作。',
    p: '秋水仙素三天，避免高普林飲食，兩週後驗尿酸。',
    memo: '多喝水，暫停酒精與內臟類。',
    icd: ['M10.9'],
    drugs: [['colchicine', 1, 'BID', 3]],
  },
  {
    problem: '胃食道逆流追蹤',
    from: 18,
    s: '夜間火燒心減少為每週一次，無吞嚥困難。',
    o: '腹部無壓痛（自行按壓），體重穩定。',
    a: '胃食道逆流，症狀改善中。',
    p: '續用藥四週後減量。',
    memo: '睡前三小時不進食，床頭抬高。',
    icd: ['K21.9'],
    drugs: [['esomeprazole', 1, 'QDAC', 28]],
  },
  {
    problem: '過敏性鼻炎，換季加重',
    from: 4,
    s: '換季鼻塞、打噴嚏，早晨最明顯。',
    o: '鏡頭下鼻黏膜蒼白、水樣分泌物。',
    a: '過敏性鼻炎。',
    p: '抗組織胺十四天，鼻腔沖洗。',
    memo: '寢具每週 55°C 熱水清洗。',
    icd: ['J30.9'],
    drugs: [['cetirizine', 1, 'HS', 14]],
  },
  {
    problem: '上背痛兩週，夜間加劇',
    from: 16,
    s: '上背痛兩週，久坐後加重，無麻木無力。',
    o: '頸部活動度正常，按壓上斜方肌有壓痛點。',
    a: '肌筋膜疼痛。',
    p: '熱敷、伸展，止痛藥七天，物理治療轉介。',
    memo: '每 50 分鐘起身活動。',
    icd: ['M54.6'],
    drugs: [['celecoxib', 1, 'QD', 7]],
  },
  {
    problem: '攝護腺肥大，夜尿三次',
    from: 50,
    sex: 'male',
    s: '夜尿三次，尿流變細，無血尿。',
    o: 'IPSS 14 分，無發燒。',
    a: '良性攝護腺肥大，中度症狀。',
    p: '甲型阻斷劑四週，追蹤 PSA。',
    memo: '睡前兩小時少喝水。',
    icd: ['N40.1'],
    drugs: [['tamsulosin', 1, 'QD', 28]],
  },
  {
    problem: '高血脂追蹤，說明抽血報告',
    from: 30,
    s: '服藥規則，無肌肉痠痛。',
    o: 'LDL 118 mg/dL，較前次下降。',
    a: '高血脂，未達目標。',
    p: '續用 statin，三個月後複檢。',
    memo: '少吃油炸，每週運動 150 分鐘。',
    icd: ['E78.5'],
    drugs: [['atorvastatin', 1, 'QD', 28]],
  },
]

/** What a contracted series of talks is about. */
export const longTerm: Visit = {
  problem: '減重與代謝長期諮詢',
  s: '近兩週體重下降 0.8 公斤，晚餐減量可維持，夜間偶有飢餓感。',
  o: '居家體重 82.4 公斤，腰圍 96 公分，血壓 132/84。',
  a: '肥胖，進展穩定。',
  p: '維持飲食紀錄與每週 150 分鐘運動，四週後再諮詢。',
  memo: '晚餐後散步 20 分鐘，含糖飲料改無糖茶。',
  icd: ['E66.9'],
  drugs: [],
}

export const emergencies = ['胸悶冒冷汗 20 分鐘', '突發右側無力、口齒不清', '呼吸喘，血氧 91%'] as const

export const allergies: [note: string, ename: string, severity: string][] = [
  ['Penicillin 類（皮疹）', 'Penicillins', 'moderate'],
  ['Aspirin（血管性水腫）', 'Aspirin', 'severe'],
  ['海鮮（蕁麻疹）', 'Seafood', 'mild'],
  ['磺胺類（皮疹）', 'Sulfonamides', 'moderate'],
  ['花生（嘔吐）', 'Peanut', 'mild'],
]
export const histories = ['高血壓', '第二型糖尿病', '高血脂', '氣喘', 'B 型肝炎帶原', '退化性膝關節炎'] as const
export const familyHistories = ['父 腦中風', '母 糖尿病', '父 高血壓', '母 乳癌', '兄 冠心病'] as const
export const lifestyles = ['不菸', '偶飲酒', '外食每週 5 次', '每週走路 3 次', '每日一包菸 20 年'] as const
export const memos = ['聽力較弱，請放慢說話', '女兒陪同', '需台語', '請先確認用藥', ''] as const
