import './fundus.css'
import { getEyes } from '@teleward/contract/files/endpoints.ts'
import type { Eyes, MedicalFile } from '@teleward/contract/files/schema.ts'
import { uuid } from '@teleward/contract/core/scalars.ts'
import { getMember } from '@teleward/contract/members/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { codeOf } from '../../api/errors.ts'
import { useRight } from '../../api/me.ts'
import { endpointQuery, errorMessage } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { isClosed } from '../../patterns/files/closed.ts'
import { nameOf, PatientHead } from '../../patterns/Patient.tsx'
import { isoDay } from '../../ui/format.ts'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { Board } from './Board.tsx'
import { holds, pairsOf } from './pairs.ts'

/** `/funduscopy/{eyeid}/{caseid?}`: both eyes of one day, earlier ones beside them. */
export default function FundusPage() {
  const t = useT()
  const { eyeid = '', caseid }: { eyeid?: string; caseid?: string } = useParams({ strict: false })
  // Anything else in the address names no file, and is not asked for.
  const named = uuid.safeParse(eyeid).success
  const query = useQuery({ ...endpointQuery(getEyes, { params: { eyeid } }), enabled: named })
  const patient = query.data?.images[0]?.patient ?? null
  return (
    <div className="fundus">
      <div className="pagehead">
        <h1>{t('signals.fundus.title')}</h1>
      </div>
      {patient && <Whose patient={patient} />}
      {caseid && (
        <p className="t2" role="note">
          {t('signals.fundus.opinion', { id: caseid })}
        </p>
      )}
      {!named ? (
        <EmptyState title={t('signals.fundus.notFound')} />
      ) : isClosed(query) ? (
        <ErrorState
          title={t('signals.fundus.notFound')}
          text={errorMessage(query.error)}
          code={codeOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      ) : query.data ? (
        <Found eyes={query.data} patient={caseid ? undefined : patient} />
      ) : (
        <SkeletonBlock lines={8} />
      )}
    </div>
  )
}

/** What an opinion shows goes into no note, and into no other opinion. */
function Found({ eyes, patient }: { eyes: Eyes; patient: MedicalFile['patient'] | undefined }) {
  const t = useT()
  const pairs = pairsOf(eyes.images, isoDay)
  const pair = pairs.find((one) => holds(one, eyes.eyeid)) ?? pairs[0]
  if (!pair) return null
  return (
    <>
      <Board key={pair.key} pair={pair} pairs={pairs} patient={patient} />
      {eyes.more && <p className="t2 f13">{t('signals.fundus.more')}</p>}
    </>
  )
}

/** Whom one looks at stands there before the picture does. */
function Whose({ patient }: { patient: NonNullable<MedicalFile['patient']> }) {
  const reads = useRight('member.read') !== '-'
  const member = useQuery({ ...endpointQuery(getMember, { params: { pid: patient.pid } }), enabled: reads })
  return member.data ? (
    <PatientHead patient={member.data} />
  ) : (
    <p className="b">
      {nameOf(patient)} <span className="num t2">{[patient.memberNo, patient.birthday].filter(Boolean).join(' ')}</span>
    </p>
  )
}
