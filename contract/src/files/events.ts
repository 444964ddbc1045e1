import { z } from 'zod'
import { event } from '../core/event.ts'
import { uuid, version } from '../core/scalars.ts'

/** A file was stored, changed, assigned or withdrawn. */
export const fileChanged = event('file.changed', z.object({ id: uuid, version }), { tags: ['files'] })
