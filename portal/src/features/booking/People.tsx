import { searchKey } from '@teleward/contract/core/search-key.ts'
import type { ContactPatient } from '@teleward/contract/appointments/booking-schema.ts'
import { Segmented, Select } from 'antd'
import { isApiError } from '../../api/errors.ts'
import { errorMessage } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { FailedLine } from '../../patterns/FailedLine.tsx'
import { either } from '../../patterns/Patient.tsx'
import { useSections } from '../../patterns/Section.tsx'
import { formatDate } from '../../ui/format.ts'
import { ageAndSex } from '../../ui/person.ts'
import type { Booking } from './useBooking.ts'
import { FieldLabel } from '../../ui/FieldLabel.tsx'

export function KindField({ booking: { draft, change }, special }: { booking: Booking; special: boolean }) {
  const { kept } = useSections('appointment')
  const kinds = kept(special ? ['general', 'special', 'emergency'] : ['general', 'emergency'])
  return (
    <div>
      <Segmented
        aria-label={t('booking.kind.label')}
        value={draft.kind}
        options={kinds.map((value) => ({ value, label: t(`booking.kind.${value}`) }))}
        onChange={(kind) => change({ kind, anyOf: undefined, time: undefined, interval: undefined })}
      />
    </div>
  )
}

const genders = ['male', 'female', 'other', 'unknown'] as const
function hintOf({ birthday, gender, idLast, unitName, unitNameEn }: ContactPatient): string {
  const sex = genders.find((one) => one === gender) ?? 'unknown'
  const id = idLast ? t('booking.patient.idEnds', { id: idLast }) : null
  return [
    birthday ? ageAndSex(birthday, sex) : null,
    birthday ? formatDate(birthday) : null,
    id,
    either(unitName, unitNameEn),
  ]
    .filter(Boolean)
    .join(t('common.dot'))
}

/** By name, phone or id; without a word, whom one booked last. Two of one name are told apart by age and id. */
export function PatientField({ booking, narrow }: { booking: Booking; narrow: boolean }) {
  const { draft, contacts, typed, setTyped, patient } = booking
  const patients = patient && !booking.patients.includes(patient) ? [patient, ...booking.patients] : booking.patients
  const short = isApiError(contacts.error, 'SEARCH_INCOMPLETE')
  // That there is nobody is an answer; everything else is none.
  const failed = contacts.error && !short && !isApiError(contacts.error, 'NOT_FOUND') ? contacts.error : null
  return (
    <div id="bk-pid">
      <FieldLabel id="bk-pid-input" required>
        {t('booking.patient.label')}
      </FieldLabel>
      <Select
        id="bk-pid-input"
        className="wide"
        showSearch={{ filterOption: false, searchValue: typed, onSearch: setTyped }}
        autoFocus={draft.pid === undefined}
        defaultOpen={draft.pid === undefined}
        defaultActiveFirstOption
        aria-label={t('booking.patient.label')}
        placeholder={t(narrow ? 'booking.patient.agentPlaceholder' : 'booking.patient.placeholder')}
        value={patient ? draft.pid : undefined}
        loading={contacts.isFetching}
        notFoundContent={
          <p className="t3 bknone">
            {failed ? errorMessage(failed) : t(short ? 'booking.patient.short' : 'booking.patient.none')}
          </p>
        }
        options={(short ? [] : patients).map((one) => ({
          value: one.pid,
          label: either(one.name, one.nameEn),
          one,
        }))}
        optionRender={({ data }) => (
          <span className="bkone">
            <b>{data.label}</b>
            <span className="t3 f13 num">{hintOf(data.one)}</span>
          </span>
        )}
        onChange={(pid) => {
          const chosen = patients.find((one) => one.pid === pid)
          if (chosen) booking.choosePatient(chosen)
        }}
      />
      {failed && <FailedLine error={failed} onRetry={() => void contacts.refetch()} />}
      {patient && <p className="help num">{hintOf(patient)}</p>}
    </div>
  )
}

const ANY = 'any:'
/** By name or division; those who can be booked in one's own units, or whoever of a division is free first. */
export function DoctorField({ booking }: { booking: Booking }) {
  const { draft, doctors, doctor, standing } = booking
  const failed = standing.data ? null : standing.error
  const divisions = Map.groupBy(
    doctors.filter(({ division }) => division !== null),
    ({ division }) => division ?? '',
  )
  // Who is agreed on apart from the sessions is somebody; and a division of one has no 'any'.
  const several = draft.kind === 'general' ? [...divisions].filter(([, all]) => all.length > 1) : []
  const called = (one: (typeof doctors)[number]) => either(one.division ?? '', one.divisionEn)
  return (
    <div id="bk-did">
      <FieldLabel id="bk-did-input" required>
        {t('booking.doctor.label')}
      </FieldLabel>
      <Select<string>
        id="bk-did-input"
        className="wide"
        showSearch={{
          filterOption: (word, option) => (option?.search ?? '').includes(searchKey(word)),
        }}
        aria-label={t('booking.doctor.label')}
        placeholder={t('booking.doctor.placeholder')}
        value={draft.anyOf !== undefined ? ANY + draft.anyOf : doctor ? String(doctor.mid) : undefined}
        notFoundContent={<p className="t3 bknone">{failed ? errorMessage(failed) : t('booking.doctor.none')}</p>}
        options={[
          ...several.flatMap(([division, [one, ...more]]) =>
            one
              ? [
                  {
                    value: ANY + division,
                    label: t('booking.doctor.any', { division: called(one) }),
                    search: searchKey([division, one.divisionEn].join(' ')),
                    under: t('booking.doctor.many', { count: more.length + 1 }),
                  },
                ]
              : [],
          ),
          ...doctors.map((one) => ({
            value: String(one.mid),
            label: either(one.name, one.nameEn),
            search: searchKey([one.name, one.nameEn, one.division, one.divisionEn].join(' ')),
            under: called(one),
          })),
        ]}
        optionRender={({ data }) => (
          <span className="bkone">
            <b>{data.label}</b>
            <span className="t3 f13">{data.under}</span>
          </span>
        )}
        onChange={(value) =>
          value.startsWith(ANY) ? booking.chooseDivision(value.slice(ANY.length)) : booking.chooseDoctor(Number(value))
        }
      />
      {failed && <FailedLine error={failed} onRetry={() => void standing.refetch()} />}
      {draft.anyOf !== undefined && (
        <p className="help" role="status">
          {doctor
            ? t('booking.doctor.willBe', { name: either(doctor.name, doctor.nameEn) })
            : t('booking.doctor.byTime')}
        </p>
      )}
    </div>
  )
}
