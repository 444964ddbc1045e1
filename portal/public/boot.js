// Runs before the first paint so that neither the theme nor the language flickers. It cannot be inline (CSP). In the language of
// 2016: a browser that is too old for the portal has to understand at least this, which tells it so.
;(function () {
  function cookie(name) {
    var found = document.cookie.match(new RegExp('(?:^|; )' + name + '=([^;]*)'))
    return found ? found[1] : undefined
  }
  var theme = cookie('tw_theme')
  var language = cookie('tw_lang')
  var root = document.documentElement
  if (theme === 'light' || theme === 'dark' || theme === 'semi-dark') root.setAttribute('data-theme', theme)
  if (language === 'zh-TW' || language === 'zh-CN' || language === 'en') root.lang = language
  // zod reads this when its first schema is made, before any module of ours could say it: no parsers compiled from text,
  // which the content security policy forbids.
  window.__zod_globalConfig = { jitless: true }
  // Offered once, long before the page that explains it is opened: it is kept for that page, and nobody is asked unasked.
  addEventListener('beforeinstallprompt', function (event) {
    event.preventDefault()
    window.__installPrompt = event
  })

  var TEXTS = {
    'zh-TW': [
      '這個瀏覽器的版本太舊，無法開啟這個頁面。',
      '請更新手機系統或瀏覽器（iOS 15、Chrome 100、Firefox 115 以上），或改用另一台裝置。',
      '需要協助請撥：',
    ],
    'zh-CN': [
      '这个浏览器的版本太旧，无法打开这个页面。',
      '请更新手机系统或浏览器（iOS 15、Chrome 100、Firefox 115 以上），或改用另一台设备。',
      '需要协助请拨：',
    ],
    en: [
      'This browser is too old to open this page.',
      'Update the phone or the browser (iOS 15, Chrome 100, Firefox 115 or newer), or use another device.',
      'For help call ',
    ],
  }
  function line(box, text) {
    var one = document.createElement('p')
    one.textContent = text
    box.appendChild(one)
    return one
  }
  var told = false
  function tooOld() {
    var boot = document.getElementById('boot')
    if (told || !boot || boot.hasAttribute('hidden')) return
    told = true
    var spoken = /^zh.(CN|Hans|SG)/i.test(navigator.language) ? 'zh-CN' : /^zh/i.test(navigator.language) ? 'zh-TW' : 'en'
    var texts = TEXTS[language] || TEXTS[spoken]
    var bar = boot.querySelector('.boot-bar')
    if (bar) bar.parentNode.removeChild(bar)
    var box = document.createElement('div')
    box.className = 'boot-old'
    box.setAttribute('role', 'alert')
    line(box, texts[0]).className = 'boot-head'
    line(box, texts[1])
    boot.appendChild(box)
    // Of a link it is known whose it is: their telephone.
    var token = /^\/link\/([^/?#]+)/.exec(location.pathname)
    if (!token) return
    var ask = new XMLHttpRequest()
    ask.open('GET', '/his/api/links/' + token[1])
    ask.onload = function () {
      try {
        var institution = JSON.parse(ask.responseText).data.institution
        if (!institution.phone) return
        var call = document.createElement('a')
        call.href = 'tel:' + institution.phone.replace(/[^\d+]/g, '')
        call.textContent = institution.phone
        line(box, texts[2]).appendChild(call)
      } catch (error) {
        // No link, or none any more: what is to be done stands there already.
        console.warn('The telephone of this link is not known', error)
      }
    }
    ask.send()
  }
  // What nothing can fill in: the language of modules as the portal's are written, and how its pages are laid out.
  var able = 'noModule' in document.createElement('script') && Promise.any && window.CSS && CSS.supports('aspect-ratio', '1')
  if (!able) document.addEventListener('DOMContentLoaded', tooOld)
  // A module that cannot be read is a word of a newer language.
  addEventListener('error', function (event) {
    if (/SyntaxError/.test(event.message)) tooOld()
  })
})()
