/** A call of the API: its path behind `/his/api/`, and a body where it is a POST. */
export type Ask = readonly [path: string, body?: object]

/** What a record asks for at once as it opens beside a visit; the cards below ask once somebody comes to them. */
export const firstScreen = (pid: number, qid: number): readonly Ask[] => [
  ['getEmrData', { pid, qid }],
  [`measurements/${pid}?days=1&record=1`],
  ['getRoomList', {}],
  [`membertodos/${pid}`],
  ['syncMedicalFile', { pid, withdrawn: false, page: 1, pageSize: 24 }],
  [`externalreports/${pid}`],
  [`opinions?tab=record&pid=${pid}&pageSize=50`],
  [`opinions?tab=inviting&pid=${pid}&pageSize=50`],
  ['words'],
  ['fetchMedFreqRoute'],
]
