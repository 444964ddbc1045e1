import type { QuestionnaireRow } from '@teleward/contract/forms/schema.ts'
import type { ResponseState } from '@teleward/contract/forms/rules.ts'
import { t } from '../../i18n/i18n.ts'
import { either } from '../../patterns/Patient.tsx'

export const titleText = (row: Pick<QuestionnaireRow, 'title' | 'titleEn'>) => either(row.title, row.titleEn) || '—'
const stateKinds = { draft: 'info', published: 'ok', retired: '' } as const
export const StateTags = ({ row }: { row: QuestionnaireRow }) => (
  <span className="row wrap">
    <span className={`tag ${stateKinds[row.state]}`}>{t(`questions.state.${row.state}`)}</span>
    {row.drafted && row.state === 'published' && <span className="tag warn">{t('questions.drafted')}</span>}
    {(row.unattended ?? 0) > 0 && (
      <span className="tag bad">{t('questions.unattended', { count: row.unattended ?? 0 })}</span>
    )}
  </span>
)
const responseKinds: Record<ResponseState, string> = {
  sent: '',
  opened: 'info',
  inProgress: 'info',
  completed: 'ok',
  amended: 'ok',
  expired: 'warn',
}
export const ResponseTag = ({ state }: { state: ResponseState }) => (
  <span className={`tag ${responseKinds[state]}`}>{t(`forms.state.${state}`)}</span>
)
export const count = (value: number | null) => <span className="num">{value ?? '—'}</span>
