import { z } from 'zod'
import { id, instant, uuid } from '../core/scalars.ts'

/** Each is asked for apart: the consultation, its recording, opening the record. */
export const consentKind = z.enum(['consultation', 'recording', 'record'])
export type ConsentKind = z.output<typeof consentKind>
export const consentState = z.enum(['requested', 'active', 'declined', 'expired', 'withdrawn'])
export type ConsentState = z.output<typeof consentState>

export const consent = z.object({
  id: uuid,
  kind: consentKind,
  state: consentState,
  unitId: id,
  unitName: z.string(),
  qid: id.nullable(),
  textVersion: z.string(),
  givenBy: z.string(),
  startsAt: instant,
  endsAt: instant.nullable(),
  at: instant,
})
export type Consent = z.output<typeof consent>

/** The caller's own emergency access. */
export const emergencyAccess = z.object({ id: uuid, pid: id, reason: z.string(), at: instant, until: instant })
export type EmergencyAccess = z.output<typeof emergencyAccess>

export const patientConsents = z.object({
  consents: z.array(consent),
  emergency: emergencyAccess.nullable(),
})
export type PatientConsents = z.output<typeof patientConsents>
