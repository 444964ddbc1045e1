import { z } from 'zod'
import { id, instant, singleLine, uuid, version } from '../core/scalars.ts'
import { staffBrief } from '../staff/brief.ts'
import { AUTHORISATION_DAYS, askChannels, consentStates } from './rules.ts'

/** Each is asked for apart: the consultation, its recording, opening the record. */
export const consentKind = z.enum(['consultation', 'recording', 'record'])
export type ConsentKind = z.output<typeof consentKind>
export const consentState = z.enum(consentStates)
export type { ConsentState } from './rules.ts'
export const consentChannel = z.enum(['visit', ...askChannels, 'paper'])

/** Who says so: the patient, or somebody for them. */
export const giver = z.object({ name: singleLine(60).min(1), relation: singleLine(30).min(1) })
export type Giver = z.output<typeof giver>

export const consent = z.object({
  id: uuid,
  kind: consentKind,
  state: consentState,
  unitId: id,
  unitName: z.string(),
  qid: id.nullable(),
  textVersion: z.string(),
  givenBy: z.string(),
  /** The guardian, where it was not the patient. */
  giver: giver.nullable(),
  startsAt: instant,
  endsAt: instant.nullable(),
  at: instant,
  channel: consentChannel.nullable(),
  askedBy: staffBrief.nullable(),
  askedAt: instant.nullable(),
  days: z.number().int().nullable(),
  /** Of a request: until when it waits. */
  answerUntil: instant.nullable(),
  /** Of a request by link: whether the message has left. */
  sending: z.enum(['waiting', 'sent', 'failed']).nullable(),
  witness: staffBrief.nullable(),
  recordedBy: staffBrief.nullable(),
  fileId: uuid.nullable(),
  endedAt: instant.nullable(),
  /** Who recorded the withdrawal; `null`: the patient's own, or none. */
  endedBy: staffBrief.nullable(),
  version,
})
export type Consent = z.output<typeof consent>

/** The caller's own emergency access. */
export const emergencyAccess = z.object({ id: uuid, pid: id, reason: z.string(), at: instant, until: instant })
export type EmergencyAccess = z.output<typeof emergencyAccess>

/** What stands open to ask the patient by; addresses are masked. */
export const askWays = z.object({
  sms: z.string().nullable(),
  email: z.string().nullable(),
  /** How often one may still ask today. */
  left: z.number().int(),
  /** Nothing in force that stands in the way of asking. */
  mayAsk: z.boolean(),
  unitId: id,
  unitName: z.string(),
})
export type AskWays = z.output<typeof askWays>

export const patientConsents = z.object({
  consents: z.array(consent),
  emergency: emergencyAccess.nullable(),
  ways: askWays,
})
export type PatientConsents = z.output<typeof patientConsents>

const days = z.union(AUTHORISATION_DAYS.map((one) => z.literal(one)))
export const askBody = z.object({
  pid: id,
  channel: z.enum(askChannels),
  days: days.default(365),
  /** The visit beside which it is asked: its unit is the one that asks. */
  qid: id.optional(),
})

export const consentAction = z.discriminatedUnion('action', [
  /** The code that the patient was sent and has read out. */
  z.object({ action: z.literal('code'), code: singleLine(12) }),
  /** Signed here and photographed: `id` is made by the client, and sent again it is the same one. */
  z.object({
    action: z.literal('paper'),
    pid: id,
    qid: id.optional(),
    fileId: uuid.optional(),
    witness: id,
    giver: giver.optional(),
    days: days.default(365),
  }),
  /** On the patient's word. */
  z.object({ action: z.literal('withdraw'), version }),
])
export type ConsentAction = z.output<typeof consentAction>
