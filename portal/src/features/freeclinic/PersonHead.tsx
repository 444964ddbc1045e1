import { CloseOutlined } from '@ant-design/icons'
import { useT } from '../../i18n/i18n.ts'
import { nameOf, otherNameOf } from '../../patterns/Patient.tsx'
import { formatDate } from '../../ui/format.ts'
import { ageAndSex } from '../../ui/person.ts'
import type { Row } from './rows.ts'

/** Whom the values are of, large: name and birthday are read back before anything is entered. */
export function PersonHead({ row, onClose }: { row: Row; onClose: () => void }) {
  const t = useT()
  const { person, number } = row
  return (
    <div className="clinicwho">
      <b className="clinicno num" title={t('freeclinic.number')}>
        {number ?? '…'}
      </b>
      <div className="grow">
        <h2>
          {person ? nameOf(person) : row.name} {person && <span className="othername">{otherNameOf(person)}</span>}
        </h2>
        <p className="t2 f13 num">
          {person
            ? [
                person.birthday ? formatDate(person.birthday) : t('freeclinic.noBirthday'),
                ageAndSex(person.birthday, person.gender ?? 'unknown'),
                person.memberNo,
              ].join(' · ')
            : t('freeclinic.queue.unknownYet')}
        </p>
      </div>
      <button type="button" className="icbtn" aria-label={t('common.close')} onClick={onClose}>
        <CloseOutlined />
      </button>
    </div>
  )
}
