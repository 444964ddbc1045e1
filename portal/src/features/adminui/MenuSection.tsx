import { ArrowDownOutlined, ArrowUpOutlined, HolderOutlined } from '@ant-design/icons'
import type { StaffType } from '@teleward/contract/core/permissions.gen.ts'
import { alwaysShown, type ScreenName } from '@teleward/contract/uiconfig/names.ts'
import { LABEL_MAX, type UiConfig } from '@teleward/contract/uiconfig/schema.ts'
import { Input, Select, Switch } from 'antd'
import { createElement, type DragEvent, useState } from 'react'
import { entries } from '../../shell/features.ts'
import { SCREENS, type ScreenDef } from '../../shell/screens.ts'
import { LANGUAGE_NAMES, LANGUAGES, useI18n } from '../../i18n/i18n.ts'
import { itemChanged } from './changes.ts'
import { FaultAt } from './FaultAt.tsx'
import { staffTypeChoice, staffTypeText } from '../../patterns/staffType.ts'

interface Props {
  config: UiConfig
  base: UiConfig
  edit: (change: (now: UiConfig) => UiConfig) => void
  /** Asked before a screen goes: which calls go with it, and who has it open. */
  onHide: (screen: ScreenName) => void
}
const GROUPS = ['care', 'follow', 'team', 'setting', 'admin'] as const

/** The menu of this version in the order of the configuration. */
export function menuItems({ menu }: Pick<UiConfig, 'menu'>) {
  const order: readonly string[] = menu.order
  const place = (screen: ScreenDef) => {
    const at = order.indexOf(screen.id)
    return at < 0 ? 1000 + (entries[screen.id]?.menu?.order ?? 0) : at
  }
  return GROUPS.map((group) => ({
    group,
    items: SCREENS.filter((screen) => entries[screen.id]?.menu?.group === group).sort((a, b) => place(a) - place(b)),
  })).filter(({ items }) => items.length > 0)
}

export function MenuSection(props: Props) {
  const { config, edit } = props
  const { t } = useI18n()
  const [open, setOpen] = useState<string | null>(null)
  const [dragged, setDragged] = useState<string | null>(null)
  const groups = menuItems(config)
  const move = (group: readonly ScreenDef[], from: number, to: number) => {
    const screen = group[from]
    if (!screen || to < 0 || to >= group.length || from === to) return
    const ids = group.map(({ id }) => id as ScreenName)
    ids.splice(to, 0, ...ids.splice(from, 1))
    const all = groups.flatMap(({ items }) => (items === group ? ids : items.map(({ id }) => id as ScreenName)))
    edit((now) => ({ ...now, menu: { ...now.menu, order: all } }))
  }
  return (
    <>
      {groups.map(({ group, items }) => (
        <section key={group} className="card uimenu">
          <h3>{t(`shell.group.${group}`)}</h3>
          <ul>
            {items.map((screen, at) => (
              <Item
                key={screen.id}
                {...props}
                screen={screen}
                open={open === screen.id}
                onOpen={() => setOpen(open === screen.id ? null : screen.id)}
                onMove={(by) => move(items, at, at + by)}
                dragging={dragged === screen.id}
                drag={{
                  onDragStart: () => setDragged(screen.id),
                  onDragEnd: () => setDragged(null),
                  onDragOver: (event) => event.preventDefault(),
                  onDrop: () =>
                    move(
                      items,
                      items.findIndex(({ id }) => id === dragged),
                      at,
                    ),
                }}
              />
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

interface ItemProps extends Props {
  screen: ScreenDef
  open: boolean
  onOpen: () => void
  onMove: (by: -1 | 1) => void
  dragging: boolean
  drag: Record<'onDragStart' | 'onDragEnd' | 'onDrop', () => void> & { onDragOver: (event: DragEvent) => void }
}
function Item({ config, base, edit, onHide, screen, open, onOpen, onMove, dragging, drag }: ItemProps) {
  const { t, language } = useI18n()
  const id = screen.id as ScreenName
  const { menu } = config
  const label = menu.labels[id]
  const own = t(`screens.name.${screen.id}`)
  const name = label?.[language] || own
  const seenBy = menu.seenBy[id]
  const fixed = alwaysShown.includes(id)
  const hidden = menu.hidden.includes(id)
  const icon = entries[screen.id]?.menu?.icon
  const setLabel = (where: (typeof LANGUAGES)[number], text: string) =>
    edit((now) => {
      const { [id]: before, ...rest } = now.menu.labels
      const next = { 'zh-TW': '', 'zh-CN': '', en: '', ...before, [where]: text }
      const empty = LANGUAGES.every((one) => !next[one].trim())
      return { ...now, menu: { ...now.menu, labels: empty ? rest : { ...rest, [id]: next } } }
    })
  const setSeen = (types: StaffType[]) =>
    edit((now) => {
      const { [id]: _, ...rest } = now.menu.seenBy
      return { ...now, menu: { ...now.menu, seenBy: types.length ? { ...rest, [id]: types } : rest } }
    })
  const show = () =>
    edit((now) => ({ ...now, menu: { ...now.menu, hidden: now.menu.hidden.filter((one) => one !== id) } }))
  return (
    <li
      className={`${open ? 'on' : ''} ${hidden ? 'off' : ''} ${itemChanged(config.menu, base.menu, id) ? 'changed' : ''} ${dragging ? 'dragging' : ''}`}
      draggable
      {...drag}
      data-screen={id}
    >
      <div className="itemrow">
        <HolderOutlined className="holder" aria-hidden="true" />
        <button
          type="button"
          className="pick"
          aria-expanded={open}
          onClick={onOpen}
          onKeyDown={(event) => {
            const by = { ArrowUp: -1, ArrowDown: 1 }[event.key] as -1 | 1 | undefined
            if (!event.altKey || !by) return
            event.preventDefault()
            onMove(by)
          }}
        >
          {icon && createElement(icon)}
          <span className="ell nm">{name}</span>
          {itemChanged(config.menu, base.menu, id) && <span className="mark">{t('admin.ui.changed')}</span>}
          <span className="ell who">
            {seenBy
              ? seenBy.map((type) => staffTypeText(type)).join(t('common.patient.separator'))
              : t('admin.ui.everyone')}
          </span>
        </button>
        <button
          type="button"
          className="icbtn sm"
          aria-label={`${t('admin.ui.up')}: ${name}`}
          title={t('admin.ui.up')}
          onClick={() => onMove(-1)}
        >
          <ArrowUpOutlined />
        </button>
        <button
          type="button"
          className="icbtn sm"
          aria-label={`${t('admin.ui.down')}: ${name}`}
          title={t('admin.ui.down')}
          onClick={() => onMove(1)}
        >
          <ArrowDownOutlined />
        </button>
        <Switch
          checked={!hidden}
          disabled={fixed}
          title={fixed ? t('admin.ui.fixed') : undefined}
          aria-label={`${t('admin.ui.shown')}: ${name}`}
          onChange={(on) => (on ? show() : onHide(id))}
        />
      </div>
      {open && (
        <div className="itemedit">
          {LANGUAGES.map((one) => (
            <div key={one}>
              <span className="lab">{LANGUAGE_NAMES[one]}</span>
              <Input
                aria-label={LANGUAGE_NAMES[one]}
                value={label?.[one] ?? ''}
                placeholder={one === language ? own : undefined}
                maxLength={one === 'en' ? LABEL_MAX * 2 : LABEL_MAX}
                onChange={(event) => setLabel(one, event.target.value)}
              />
              <FaultAt path={`menu.labels.${id}.${one}`} />
            </div>
          ))}
          {!fixed && (
            <div className="wide">
              <span className="lab">{t('admin.ui.seenBy')}</span>
              <Select
                mode="multiple"
                aria-label={t('admin.ui.seenBy')}
                value={seenBy ?? []}
                placeholder={t('admin.ui.everyone')}
                onChange={setSeen}
                {...staffTypeChoice()}
                style={{ width: '100%' }}
              />
              <FaultAt path={`menu.seenBy.${id}`} />
            </div>
          )}
        </div>
      )}
      {!open && <FaultAt path={`menu.labels.${id}`} />}
    </li>
  )
}
