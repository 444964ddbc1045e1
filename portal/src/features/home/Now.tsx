import {
  AlertOutlined,
  CheckCircleOutlined,
  ClockCircleOutlined,
  CoffeeOutlined,
  EditOutlined,
  FieldTimeOutlined,
  FileUnknownOutlined,
  PhoneOutlined,
  SolutionOutlined,
} from '@ant-design/icons'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { pathTo } from '../../shell/screens.ts'
import { t } from '../../i18n/i18n.ts'
import { formatNumber } from '../../ui/format.ts'
import type { NowItem, NowLink } from './links.ts'

const icons: Record<NowItem, ReactNode> = {
  waiting: <ClockCircleOutlined />,
  open: <CheckCircleOutlined />,
  missedCalls: <PhoneOutlined />,
  unsigned: <EditOutlined />,
  alerts: <AlertOutlined />,
  lateHandoffs: <FieldTimeOutlined />,
  cases: <SolutionOutlined />,
  meals: <CoffeeOutlined />,
  files: <FileUnknownOutlined />,
}
const hints: Partial<
  Record<NowItem, 'home.now.unsignedHint' | 'home.todo.cases' | 'home.todo.meals' | 'home.todo.files'>
> = {
  unsigned: 'home.now.unsignedHint',
  cases: 'home.todo.cases',
  meals: 'home.todo.meals',
  files: 'home.todo.files',
}

/** What waits for me now: every number opens the list it counts. */
export function Now({ items }: { items: readonly NowLink[] }) {
  return (
    <section aria-label={t('home.now.title')}>
      <h2>{t('home.now.title')}</h2>
      <div className="inbox">
        {items.map(({ item, count, screen, query, hot }) => (
          <Link key={item} to={pathTo(screen)} search={query} title={t(hints[item] ?? `home.now.${item}`)}>
            {icons[item]}
            <span className="ell">{t(`home.now.${item}`)}</span>
            <b className={hot ? 'c-bad' : ''}>{formatNumber(count)}</b>
          </Link>
        ))}
      </div>
    </section>
  )
}
