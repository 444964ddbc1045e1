import './lib/older.ts'
import 'virtual:tokens.css'
import './ui/styles/index.css'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { watchNavigation } from './app/watch-navigation.ts'
import { watchSession } from './app/sessionWatch.ts'
import { allowOwnMarkup } from './app/trustedTypes.ts'
import { watchVersion } from './shell/version.ts'
import { ensureTexts, startI18n } from './i18n/i18n.ts'

allowOwnMarkup()
await Promise.all([startI18n(), ensureTexts('common', 'shell', 'screens')])
watchNavigation()
watchSession()
watchVersion()
// Not needed to show the first page, and nothing is pasted before it is there.
void import('./app/pasting.ts').then(({ watchPasting }) => watchPasting())

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(<App />)
