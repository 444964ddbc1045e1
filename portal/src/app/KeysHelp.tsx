import { Modal } from 'antd'
import { useT } from '../i18n/i18n.ts'
import { Kbd } from '../ui/Kbd.tsx'
import { type KeyBinding, useAllKeys, useSingleKeys } from '../ui/keys.ts'

export default function KeysHelp({ onClose }: { onClose: () => void }) {
  const t = useT()
  const all = useAllKeys()
  const on = useSingleKeys()
  const here = all.filter((key) => key.scope !== 'everywhere')
  const everywhere = all.filter((key) => key.scope === 'everywhere')
  return (
    <Modal open footer={null} title={t('shell.keys.title')} onCancel={onClose} width={720}>
      {!on && <p className="alert warn">{t('shell.keys.sleeping')}</p>}
      <div className="keyshelp">
        <KeyList title={t('shell.keys.everywhere')} keys={everywhere} />
        {here.length > 0 && <KeyList title={t('shell.keys.here')} keys={here} />}
      </div>
    </Modal>
  )
}

/** Two bindings of the same keys and word (a list in a drawer over a list) are one line. */
function KeyList({ title, keys }: { title: string; keys: readonly KeyBinding[] }) {
  const lines = [...new Map(keys.map((key) => [`${key.keys}|${key.label}`, key])).values()]
  return (
    <section>
      <h2 className="sech">{title}</h2>
      <dl>
        {lines.map((key) => (
          <div key={key.keys}>
            <dt>{key.label}</dt>
            <dd>
              <Kbd keys={key.keys.replace('Mod+', 'Ctrl ').replace('Alt+', 'Alt ').replace('Escape', 'Esc')} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
