/*
 * What a hostile script does that stays in a page: it waits for a token to come by, however long that takes. What it got
 * is in `watched`.
 */
globalThis.watched = [];
const note = (way, value) => {
  if (value) watched.push(`${way}: ${value}`);
};
addEventListener('storage', ({ key, newValue }) => {
  if (key === 'token') note('event', newValue);
});
addEventListener('message', ({ data }) => note('message', JSON.stringify(data)));
const places = {
  storage: () => localStorage.getItem('token'),
  opener: () => opener.localStorage.getItem('token'),
  cookie: () => /token=[^;]+/.exec(document.cookie)?.[0],
};
setInterval(() => {
  for (const [way, look] of Object.entries(places)) {
    try {
      note(way, look());
    } catch {
      // Refused, for now.
    }
  }
}, 5);
