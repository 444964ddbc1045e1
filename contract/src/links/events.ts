import { z } from 'zod'
import { event } from '../core/event.ts'
import { id, instant, uuid, version } from '../core/scalars.ts'
import { linkState, linkStep } from './states.ts'

/** For the staff of the visit, whose list of rooms says who waits, and for the link's own pages. */
export const linkChanged = event(
  'link.changed',
  z.object({ id: uuid, queueID: id.nullable(), state: linkState, step: linkStep, version, at: instant }),
  { tags: ['links', 'appointments', 'rooms'] },
)

/** The queue of a doctor moved: those who wait ask for their place again. Names nobody. */
export const boardChanged = event('board.changed', z.object({ at: instant }), { tags: ['links'], transient: true })

/** The recording of the visit wants the patient's answer: asked in the patient's page. */
export const consentAsked = event('consent.asked', z.object({ roomID: uuid, kind: z.literal('recording') }), {
  tags: ['links'],
  transient: true,
})
