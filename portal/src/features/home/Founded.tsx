import { getPartners } from '@teleward/contract/admin/endpoints.ts'
import { Link } from '@tanstack/react-router'
import { RightOutlined } from '@ant-design/icons'
import { useMe } from '../../api/me.ts'
import { t } from '../../i18n/i18n.ts'
import { HouseSteps } from '../../patterns/HouseSteps.tsx'
import { useList } from '../../patterns/list.ts'
import { either } from '../../patterns/Patient.tsx'
import { closedBy } from '../../shell/menu.ts'
import { pathTo, screenById } from '../../shell/screens.ts'

const OPERATOR = 0

/** For who administers: what is to be done until an institution sees its first patient. */
export function Founded() {
  const me = useMe()
  if (closedBy(me, screenById('adminPartners')) !== null) return null
  if (me.partner_id === OPERATOR) return <WithoutPeople />
  return <HouseSteps name={either(me.partner.name, me.partner.nameEn)} />
}

/** The operator's: institutions in use in which nobody has an account yet. */
function WithoutPeople() {
  const { data } = useList(getPartners, { query: { pageSize: 100 } })
  const empty = (data?.data ?? []).filter(({ id, status, staff }) => id !== OPERATOR && status === 'active' && !staff)
  return (
    <ol className="steps">
      <li>
        <Link to={pathTo('adminPartners')} className="row todorow">
          <span className="grow">{t('home.house.found')}</span>
          <RightOutlined aria-hidden="true" />
        </Link>
      </li>
      {empty.map(({ id, name, nameEn }) => (
        <li key={id}>
          <Link to={pathTo('adminPartners')} search={{ id: String(id) }} className="row todorow">
            <span className="grow">{t('home.house.nobody', { name: either(name, nameEn) })}</span>
            <RightOutlined aria-hidden="true" />
          </Link>
        </li>
      ))}
    </ol>
  )
}
