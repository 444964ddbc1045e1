import { SettingOutlined } from '@ant-design/icons'
import type { ChatHead } from '@teleward/contract/chat/schema.ts'
import { useT } from '../../i18n/i18n.ts'
import { either, nameOf } from '../../patterns/Patient.tsx'
import { usePresences } from '../../patterns/presence.tsx'
import { Ago } from '../../ui/Ago.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { PatientHeader } from '../../ui/PatientHeader.tsx'
import { ageAndSex } from '../../ui/person.ts'
import { presenceOf, titleOf } from './labels.ts'

/** The patient's header stands over the field: nobody writes to the wrong person. */
export function Who({ head, onGroup }: { head: ChatHead; onGroup: () => void }) {
  const t = useT()
  const { patient, colleague, group } = head
  const presences = usePresences()
  if (patient) {
    const gender = patient.gender === 'male' || patient.gender === 'female' ? patient.gender : 'unknown'
    return (
      <PatientHeader
        pid={patient.pid}
        name={either(patient.pname, patient.pnameEn)}
        vip={patient.vip}
        subtitle={ageAndSex(patient.birthday, gender)}
        facts={[
          either(patient.unitName, patient.unitNameEn),
          patient.seenAt ? (
            <>
              {t('chat.patientSeen')} <Ago at={patient.seenAt} />
            </>
          ) : (
            t('chat.patientNever')
          ),
        ]}
      />
    )
  }
  const people = group?.members.map(nameOf).join(t('common.patient.separator'))
  // As it is now; of who shares no unit with me nobody tells, and it is as the conversation was last asked for.
  const presence = colleague && presenceOf(presences.get(colleague.mid)?.code ?? colleague.presence)
  return (
    <div className="row grow chatwhom">
      <Avatar
        name={titleOf(head)}
        seed={colleague?.mid ?? `g${head.id}`}
        size="lg"
        {...(presence ? { presence: presence.dot } : {})}
      />
      <div className="grow">
        <h2 className="ell">{titleOf(head)}</h2>
        <p className="t3 f13 ell" title={people}>
          {colleague && presence ? [colleague.title, t(presence.word)].filter(Boolean).join(t('common.dot')) : people}
        </p>
      </div>
      {group && (
        <button
          type="button"
          className="icbtn"
          aria-label={t('chat.group.manage')}
          title={t('chat.group.manage')}
          onClick={onGroup}
        >
          <SettingOutlined />
        </button>
      )}
    </div>
  )
}
