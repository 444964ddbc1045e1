/** Names of our own for which the field has a term: none of them is exported again. */
export const retired = {
  Asker: 'Principal or Viewer',
  Beside: 'BeforeCommit',
  DraftShelf: 'NoteDrafts',
  FeeReach: 'FeeScope',
  Gather: 'TagBatcher',
  Held: 'Locked…, a row that is locked for update',
  Of: 'Conversation, or what it is',
  Once: 'SeenEvents',
  Pen: 'NoteEditor',
  PrescriptionLine: 'PrescriptionItem',
  Reach: 'AdminScope, or what it is',
  SecondStep: 'SecondFactor',
  Sheet: 'ExportDefinition',
  Struck: 'Breach',
  Surroundings: 'AppointmentContext',
  Vault: 'EncryptedDrafts',
  act: 'mutateEndpoint',
  alone: 'withWebLock',
  cut: 'cancelRefetch or destroy',
  dial: 'openConnection',
  held: 'what it is: pending, lockForUpdate, activeGrant',
  heldBack: 'suspended or postponed',
  hold: 'lockForUpdate or guard',
  inWords: 'localised',
  kept: 'cached',
  lineStore: 'connectionStore',
  looksOf: 'viewPreferencesOf',
  openHouse: 'openTestApp',
  plant: 'seed',
  reached: 'visible',
  told: 'what it does: publishNoteChanged, handleSessionError',
  untangled: 'withDeadlockRetry',
  useAct: 'useEndpointMutation',
  volley: 'runBatch',
  whoAsks: 'sessionSettings',
  wordsOf: 'errorMessage or labels',
}
const begins = [
  ['reaches', 'canSee…'],
  ['secondStep', 'secondFactor…'],
]

/** The names that a file exports, and of these the retired ones, each with the term to use. */
export function retiredIn(text) {
  const names = [
    ...text.matchAll(
      /^export (?:declare |abstract )?(?:async )?(?:function\*?|class|const|let|interface|type) ([A-Za-z_$][\w$]*)/gm,
    ),
  ]
  return names.flatMap(([, name]) => {
    const prefix = begins.find(([word]) => name.startsWith(word))
    const term = Object.hasOwn(retired, name) ? retired[name] : prefix?.[1]
    return term ? [`${name}: the term is ${term}`] : []
  })
}
