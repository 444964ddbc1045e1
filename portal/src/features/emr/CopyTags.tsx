import { CopyOutlined } from '@ant-design/icons'
import type { CopyMark } from '@teleward/contract/emr/copied.ts'
import type { ChangedPart } from '@teleward/contract/emr/schema.ts'
import { t } from '../../i18n/i18n.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { formatDate } from '../../ui/format.ts'

/** Beside a part: the visit it was taken over from, and whether it is still what stood there. */
export function CopyTags({ marks, part }: { marks: readonly CopyMark[]; part: ChangedPart }) {
  return marks
    .filter((one) => one.part === part)
    .map(({ noteId, date, author, state }) => (
      <span key={noteId} className={`tag ${state === 'changed' ? '' : 'warn'} copied`}>
        <CopyOutlined />
        {t(`emr.copy.${state}`, { date: formatDate(date), name: nameOf(author) })}
      </span>
    ))
}
