import { z } from 'zod'
import { event } from '../core/event.ts'
import { instant, uuid } from '../core/scalars.ts'

/** Written, changed, taken, and what became of it: to whom can send notices in its unit. */
export const noticeChanged = event('notice.changed', z.object({ id: uuid, at: instant }), { tags: ['notices'] })
