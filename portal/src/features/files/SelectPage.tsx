import './upload.css'
import { TeamOutlined } from '@ant-design/icons'
import { getMember } from '@teleward/contract/members/endpoints.ts'
import { recentMembers } from '@teleward/contract/members/endpoints.ts'
import { fileKinds } from '@teleward/contract/core/file-kinds.ts'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { endpointQuery, errorMessage } from '../../api/query.ts'
import { go } from '../../shell/navigation.ts'
import { useT } from '../../i18n/i18n.ts'
import { MemberPicker } from '../../patterns/MemberPicker.tsx'
import { ageOf, nameOf, PatientHead } from '../../patterns/Patient.tsx'
import { useSearchState } from '../../patterns/useSearchState.ts'
import { Button } from '../../ui/Button.tsx'
import { FieldLabel } from '../../ui/FieldLabel.tsx'
import { KindTiles } from './KindTiles.tsx'

const search = z.object({
  pid: z.coerce.number().int().min(1).max(2_147_483_647).optional().catch(undefined),
  kind: z.enum(fileKinds).catch('photo').default('photo'),
})

/** `/upload_select`: for whom, and what; then the camera. */
export default function SelectPage() {
  const t = useT()
  const [{ pid, kind }, change] = useSearchState(search)
  const member = useQuery({ ...endpointQuery(getMember, { params: { pid: pid ?? 1 } }), enabled: pid !== undefined })
  const recent = useQuery(endpointQuery(recentMembers, {}))
  const shown = pid === undefined ? undefined : member.data
  const picked = shown ? [{ pid: shown.pid, name: nameOf(shown) }] : []
  return (
    <div className="upage">
      <div className="pagehead">
        <h1>{t('files.select')}</h1>
      </div>
      <section className="card ustep" aria-labelledby="us-whom">
        <h2 id="us-whom">{t('files.whom')}</h2>
        <FieldLabel id="us-member">{t('files.member')}</FieldLabel>
        <MemberPicker id="us-member" single value={picked} onChange={([one]) => change({ pid: one?.pid })} />
        {member.error && <p className="help err">{errorMessage(member.error)}</p>}
        {recent.data && recent.data.length > 0 && (
          <div className="row wrap">
            <span className="t3 f13">{t('files.recent')}</span>
            {recent.data.map((one) => (
              <button key={one.pid} type="button" className="chip o" onClick={() => change({ pid: one.pid })}>
                <span className="ell">{nameOf(one)}</span>{' '}
                <span className="num">
                  {[ageOf(one), one.idLast && `•••${one.idLast}`].filter(Boolean).join(t('common.dot'))}
                </span>
              </button>
            ))}
          </div>
        )}
        {shown && <PatientHead patient={shown} />}
      </section>
      <section className="card ustep" aria-labelledby="us-what">
        <h2 id="us-what">{t('files.what')}</h2>
        <KindTiles value={kind} onPick={(next) => change({ kind: next })} />
      </section>
      <div className="row wrap">
        <Button
          kind="primary"
          size="lg"
          disabled={!shown}
          onClick={() => shown && void go('upload', { pid: shown.pid }, { kind })}
        >
          {t('files.goOn')}
        </Button>
        <Button size="lg" icon={<TeamOutlined />} onClick={() => void go('upload', {}, { kind })}>
          {t('files.many')}
        </Button>
      </div>
    </div>
  )
}
