import { RightOutlined } from '@ant-design/icons'
import { Link } from '@tanstack/react-router'
import { useMe } from '../../api/me.ts'
import { closedBy } from '../../shell/menu.ts'
import { pathTo, screenById } from '../../shell/screens.ts'
import { t } from '../../i18n/i18n.ts'
import { EmptyState } from '../../ui/states.tsx'
import { Founded } from './Founded.tsx'

const STEPS = ['profile', 'shift'] as const

/**
 * For who has just begun here: what an institution needs, for who administers one, and what makes oneself found and booked.
 * Only what there is, and what is open to the person.
 */
export function FirstSteps() {
  const me = useMe()
  const open = STEPS.filter((screen) => closedBy(me, screenById(screen)) === null)
  return (
    <>
      <EmptyState title={t('home.steps.title')} text={t('home.steps.text')} />
      <Founded />
      <ol className="steps">
        {open.map((screen) => (
          <li key={screen}>
            <Link to={pathTo(screen)} className="row todorow">
              <span className="grow">{t(`home.steps.${screen}`)}</span>
              <RightOutlined />
            </Link>
          </li>
        ))}
      </ol>
    </>
  )
}
