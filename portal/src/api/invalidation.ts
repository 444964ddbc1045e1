import * as admin from '@teleward/contract/admin/events.ts'
import * as appointments from '@teleward/contract/appointments/events.ts'
import * as auth from '@teleward/contract/auth/events.ts'
import * as careevents from '@teleward/contract/careevents/events.ts'
import * as calls from '@teleward/contract/calls/events.ts'
import * as consents from '@teleward/contract/consents/events.ts'
import * as crm from '@teleward/contract/crm/events.ts'
import * as childcare from '@teleward/contract/childcare/events.ts'
import * as chat from '@teleward/contract/chat/events.ts'
import * as diet from '@teleward/contract/diet/events.ts'
import type { Tag } from '@teleward/contract/core/endpoint.ts'
import type { EventShape } from '@teleward/contract/core/event.ts'
import * as handoffs from '@teleward/contract/handoffs/events.ts'
import * as emr from '@teleward/contract/emr/events.ts'
import * as forms from '@teleward/contract/forms/events.ts'
import * as files from '@teleward/contract/files/events.ts'
import * as healthchecks from '@teleward/contract/healthchecks/events.ts'
import * as institution from '@teleward/contract/institution/events.ts'
import * as links from '@teleward/contract/links/events.ts'
import * as members from '@teleward/contract/members/events.ts'
import * as monitoring from '@teleward/contract/monitoring/events.ts'
import * as notices from '@teleward/contract/notices/events.ts'
import * as notifications from '@teleward/contract/notifications/events.ts'
import * as opinions from '@teleward/contract/opinions/events.ts'
import * as outbox from '@teleward/contract/outbox/events.ts'
import * as referrals from '@teleward/contract/referrals/events.ts'
import * as shifts from '@teleward/contract/shifts/events.ts'
import * as registration from '@teleward/contract/registration/events.ts'
import * as staff from '@teleward/contract/staff/events.ts'

/** Every domain of the contract that emits events; a test finds a forgotten one. */
export const eventModules = {
  admin,
  appointments,
  auth,
  calls,
  careevents,
  chat,
  childcare,
  consents,
  crm,
  diet,
  emr,
  handoffs,
  opinions,
  files,
  forms,
  healthchecks,
  institution,
  links,
  members,
  monitoring,
  notices,
  notifications,
  outbox,
  referrals,
  registration,
  shifts,
  staff,
} as const

const isEvent = (value: unknown): value is EventShape =>
  typeof value === 'object' && value !== null && 'name' in value && 'payload' in value && 'tags' in value

/** The one table: event → query families that are stale after it. */
export const invalidation: ReadonlyMap<string, readonly Tag[]> = new Map(
  Object.values(eventModules)
    .flatMap((module) => Object.values(module).filter(isEvent))
    .map((event) => [event.name, event.tags]),
)
