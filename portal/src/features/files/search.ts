import { fileKinds } from '@teleward/contract/core/file-kinds.ts'
import { uploadStates } from '@teleward/contract/files/rules.ts'
import { uploadSort } from '@teleward/contract/files/schema.ts'
import { z } from 'zod'
import { listFields } from '../../patterns/listTools.ts'

/** What the address of the upload screen says. */
export const uploadSearch = z.object({
  /** What is brought, a photo unless told; in the list of what was, what it is narrowed to. */
  kind: z.enum(fileKinds).optional().catch(undefined),
  tab: z.enum(['files', 'health', 'drive', 'mine']).catch('files').default('files'),
  state: z
    .enum(['all', 'open', ...uploadStates])
    .catch('all')
    .default('all'),
  sort: uploadSort.optional(),
  ...listFields,
  open: z.string().max(60).default(''),
})
export type UploadSearch = z.output<typeof uploadSearch>
export type ChangeSearch = (changes: Partial<UploadSearch>) => void
