import { getFileSuggestions } from '@teleward/contract/files/endpoints.ts'
import type { MedicalFile } from '@teleward/contract/files/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { endpointQuery, errorMessage } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { formatDate } from '../../ui/format.ts'
import type { Picked } from '../MemberPicker.tsx'
import { nameOf } from '../Patient.tsx'

interface Props {
  file: MedicalFile
  picked: number | undefined
  onPick: (picked: Picked) => void
}
/** Whom a file may mean, and by what: to be chosen by a click, never taken by itself. */
export function FileSuggestions({ file, picked, onPick }: Props) {
  const { data, error } = useQuery(endpointQuery(getFileSuggestions, { params: { id: file.id } }))
  if (error) return <p className="help err">{errorMessage(error)}</p>
  if (!data?.length) return null
  return (
    <fieldset className="fmaybe">
      <legend className="lab">{t('files.maybe')}</legend>
      {data.map((one) => (
        <button
          key={one.pid}
          type="button"
          className="chip o"
          aria-pressed={one.pid === picked}
          onClick={() => onPick({ pid: one.pid, name: nameOf(one) })}
        >
          <b className="ell">{nameOf(one)}</b>{' '}
          <span className="num">
            {[one.birthday && formatDate(one.birthday), one.idLast && `•••${one.idLast}`, t(`files.maybeBy.${one.by}`)]
              .filter(Boolean)
              .join(t('common.dot'))}
          </span>
        </button>
      ))}
    </fieldset>
  )
}
