import { CheckCircleOutlined, RightOutlined } from '@ant-design/icons'
import { getStaffAccounts } from '@teleward/contract/admin/endpoints.ts'
import { Link } from '@tanstack/react-router'
import { useMe } from '../api/me.ts'
import { useT } from '../i18n/i18n.ts'
import { closedBy } from '../shell/menu.ts'
import { pathTo, screenById } from '../shell/screens.ts'
import { hasBegun, type HouseFacts, houseSteps } from './house-steps.ts'
import { useList } from './list.ts'
import './housesteps.css'

/** How far an institution has come; undefined while that is not known, or not the caller's to know. */
function useHouseFacts(partner: number | undefined): HouseFacts | undefined {
  const me = useMe()
  const may = closedBy(me, screenById('adminStaff')) === null
  const of = { ...(partner === undefined ? {} : { partner }), state: 'active', pageSize: 1 } as const
  const admins = useList(getStaffAccounts, { query: { ...of, type: 'admin', review: 'onBoard' } }, may)
  const doctors = useList(getStaffAccounts, { query: { ...of, type: 'doctor' } }, may)
  const ready = useList(getStaffAccounts, { query: { ...of, type: 'doctor', review: 'onBoard' } }, may)
  if (!admins.data || !doctors.data || !ready.data) return undefined
  return { admins: admins.data.total, doctors: doctors.data.total, ready: ready.data.total }
}

/** What comes next in an institution that has just been founded; nothing once it has begun. `partner`: another one's. */
export function HouseSteps({ partner, name }: { partner?: number; name: string }) {
  const t = useT()
  const me = useMe()
  const facts = useHouseFacts(partner)
  if (!facts || hasBegun(facts)) return null
  const open = houseSteps(facts, partner).filter(({ screen }) => closedBy(me, screenById(screen)) === null)
  return (
    <section className="card housesteps" aria-label={t('home.house.title', { name })}>
      <div className="hd">
        <h2>{t('home.house.title', { name })}</h2>
      </div>
      <ol>
        {open.map(({ step, done, screen, search }) => (
          <li key={step}>
            <Link to={pathTo(screen)} search={search} className="row">
              <span className={done ? 'grow t3' : 'grow'}>{t(`home.house.${step}`)}</span>
              {done ? (
                <span className="row c-ok f13">
                  <CheckCircleOutlined aria-hidden="true" /> {t('home.house.done')}
                </span>
              ) : (
                <RightOutlined aria-hidden="true" />
              )}
            </Link>
          </li>
        ))}
      </ol>
      {partner !== undefined && <p className="t3 f13">{t('home.house.rest')}</p>}
    </section>
  )
}
