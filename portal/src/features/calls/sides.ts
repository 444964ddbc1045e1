import { isBeside } from '@teleward/contract/calls/rules.ts'
import type { Call } from '@teleward/contract/calls/schema.ts'
import { session } from '../../api/session.ts'
import { t } from '../../i18n/i18n.ts'

/** Who is on the other side, in a word: the patient, the colleague, or all colleagues who are rung. */
export function otherSide(call: Call): string {
  if (call.kind === 'patient' || isBeside(call.kind)) return call.patientName ?? call.caller
  if (call.callerMid !== session.user()?.mid) return call.caller
  return call.takenBy?.name ?? call.targets.map(({ name }) => name).join(t('common.patient.separator'))
}
/** Whom I rang, to ring them again. */
export const calleesOf = (call: Call): readonly number[] =>
  call.kind === 'staff' && call.callerMid === session.user()?.mid
    ? call.targets.map(({ mid }) => mid)
    : call.kind === 'staff' && call.callerMid !== null
      ? [call.callerMid]
      : []
