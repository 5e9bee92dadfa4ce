/* What the stand-in provider's translate script does: offers its element, then calls back by the name it was given. */
window.google = {
  translate: {
    TranslateElement: class {
      constructor({ pageLanguage }, place) {
        document.getElementById(place).textContent = `Stand-in from ${pageLanguage}`;
      }
    },
  },
};
window[new URL(document.currentScript.src).searchParams.get('cb')]();
