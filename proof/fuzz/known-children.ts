/** Rightful requests of child care; records are changed under ids that nobody has (`reach.ts`). */
export const childCare = (pid: number | undefined, day: (offset: number) => string) => ({
  'POST /his/api/getVaccination': [{ body: { pid } }],
  'POST /his/api/getFluoride': [{ body: { pid } }],
  'POST /his/api/getPreventive': [{ body: { pid } }],
  'POST /his/api/getBiliary': [{ body: { pid } }],
  'POST /his/api/addVaccination': [
    { body: { pid, on: day(-3), vaccine: 'MMR', dose: 1, lot: 'B12', place: '內湖' } },
    { body: { pid, on: day(-2), vaccine: 'Influenza', dose: 1, reaction: '微燒' } },
  ],
  'POST /his/api/addFluoride': [{ body: { pid, on: day(-3) } }],
  'POST /his/api/addPreventive': [
    { body: { pid, on: day(-3), visit: 3, weightKg: 7.4, lengthCm: 66, headCm: 42.2, standing: false } },
  ],
  'POST /his/api/addBiliary': [{ body: { pid, on: day(-3), colour: 8, note: '淡黃' } }],
})
