// Runs before the first paint so that neither the theme nor the language flickers. It cannot be inline (CSP).
;(() => {
  const cookie = (name) => document.cookie.match(new RegExp(`(?:^|; )${name}=([^;]*)`))?.[1]
  const theme = cookie('tw_theme')
  const language = cookie('tw_lang')
  const root = document.documentElement
  if (theme === 'light' || theme === 'dark' || theme === 'semi-dark') root.dataset.theme = theme
  if (language === 'zh-TW' || language === 'zh-CN' || language === 'en') root.lang = language
  // zod reads this when its first schema is made, before any module of ours could say it: no parsers compiled from text,
  // which the content security policy forbids.
  globalThis.__zod_globalConfig = { jitless: true }
  // Offered once, long before the page that explains it is opened: it is kept for that page, and nobody is asked unasked.
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    globalThis.__installPrompt = event
  })
})()
