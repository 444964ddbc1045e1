import { type ApiError, isApiError } from '../../api/errors.ts'
import { errorMessage } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'

/** What a refusal says, and of which field. */
export interface Fault {
  code: string
  text: string
  field: string | null
  data: unknown
}
export function faultOf(error: unknown): Fault {
  const known: ApiError | null = isApiError(error) ? error : null
  const field = known?.fields[0]
  const left: unknown =
    known && typeof known.data === 'object' && known.data ? Reflect.get(known.data, 'triesLeft') : undefined
  const text = field?.message || errorMessage(error)
  return {
    code: field?.code ?? known?.code ?? 'ERROR',
    text: typeof left === 'number' && left > 0 ? `${text} (${t('entry.triesLeft', { count: left })})` : text,
    field: field?.path ?? null,
    data: known?.data,
  }
}
export const CODE_FAULTS: readonly string[] = [
  'CODE_REQUIRED',
  'CODE_WRONG',
  'CODE_EXPIRED',
  'CODE_USED',
  'CODE_TRIES_EXCEEDED',
]
