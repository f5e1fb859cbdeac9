import type { LanguageCorpus } from './corpus.ts'

export const de: LanguageCorpus = {
  documents: [
    [
      'stadtwerke-nordsee.md',
      `# Stadtwerke Nordsee: Hinweise für Kundinnen und Kunden

## Umzug

Teilen Sie uns Ihre neue Anschrift spätestens zwei Wochen vor dem Einzug mit. Lesen Sie am Tag der Schlüsselübergabe den Zähler ab und tragen Sie den Stand im Kundenportal ein. Ihr Vertrag zieht mit, wenn wir am neuen Ort liefern.

## Abschlagszahlung

Der Abschlag wird am 15. jedes Monats von Ihrem Konto abgebucht. Sie können ihn im Portal um bis zu 20 Prozent senken oder erhöhen. Bei größeren Änderungen rufen Sie uns bitte an.

## Jahresabrechnung

Die Abrechnung kommt jeweils im Februar. Ein Guthaben über 10 Euro überweisen wir innerhalb von vierzehn Tagen, eine Nachzahlung ist nach drei Wochen fällig.

## Kündigung

Der Grundtarif kann mit einer Frist von zwei Wochen gekündigt werden. Verträge mit Preisgarantie laufen zwölf Monate und verlängern sich danach auf unbestimmte Zeit mit einer Frist von einem Monat. Eine E-Mail genügt.

## Stromausfall

Prüfen Sie zuerst die Sicherungen. Ist auch die Nachbarschaft dunkel, melden Sie die Störung unter 0800 700 700, rund um die Uhr. Entschädigung gibt es bei Ausfällen von mehr als sechs Stunden.

## Ladesäulen für Elektroautos

Unsere 48 Ladepunkte stehen an Rathaus, Bahnhof und Hallenbad. Eine Kilowattstunde kostet 49 Cent, für Kunden mit Karte 39 Cent. Nach vier Stunden fällt eine Blockiergebühr von 10 Cent je Minute an.

## Zählerstand

Wir lesen einmal im Jahr ab, meist im Dezember. Sind Sie nicht zu Hause, lassen wir eine Karte im Briefkasten, auf der Sie den Stand eintragen. Ohne Angabe wird geschätzt.
`,
    ],
    [
      'hotel-bergblick.md',
      `# Hotel Bergblick von A bis Z

## Anreise und Abreise

Ihr Zimmer ist ab 15 Uhr bezugsfertig. Am Abreisetag bitten wir Sie, es bis 11 Uhr zu verlassen. Für 25 Euro können Sie bis 16 Uhr bleiben, sofern es nicht neu belegt ist.

## Frühstück

Das Buffet ist von 7 bis 10 Uhr geöffnet, am Wochenende bis 11 Uhr. Glutenfreies Brot und Sojamilch stehen bereit. Wer früh aufbricht, bekommt auf Wunsch ein Lunchpaket.

## Haustiere

Hunde sind willkommen und kosten 12 Euro pro Nacht. Im Restaurant und im Wellnessbereich sind sie nicht erlaubt.

## Stornierung

Bis sieben Tage vor der Anreise ist die Stornierung kostenlos. Danach berechnen wir 80 Prozent des Preises, bei Nichterscheinen den vollen Betrag.

## Sauna und Schwimmbad

Der Wellnessbereich im Untergeschoss ist von 8 bis 21 Uhr offen, die Sauna erst ab 16 Uhr. Handtücher und Bademäntel liegen im Zimmer. Kinder unter 14 Jahren baden nur in Begleitung.

## Parken

Die Tiefgarage kostet 9 Euro am Tag und hat eine Höhe von 1,95 Metern. Größere Wagen stellen Sie bitte auf den Hof, dort ist der Platz umsonst.

## Internet

Das drahtlose Netz heißt Bergblick-Gast, das Kennwort steht auf Ihrer Zimmerkarte. Es ist gratis und reicht bis auf die Terrasse.
`,
    ],
  ],
  tuning: {
    answered: [
      ['stadtwerke-nordsee.md#Umzug', 'Ich ziehe um, was muss ich tun?'],
      ['stadtwerke-nordsee.md#Abschlagszahlung', 'Kann ich meine monatlichen Zahlungen verringern?'],
      ['stadtwerke-nordsee.md#Jahresabrechnung', 'Wann bekomme ich die Rechnung für das Jahr?'],
      ['stadtwerke-nordsee.md#Kündigung', 'Wie komme ich aus meinem Vertrag heraus?'],
      ['stadtwerke-nordsee.md#Stromausfall', 'Bei uns ist der Strom weg, wen rufe ich an?'],
      ['stadtwerke-nordsee.md#Ladesäulen für Elektroautos', 'Wo kann ich mein E-Auto aufladen?'],
      ['hotel-bergblick.md#Anreise und Abreise', 'Ab wann kann ich ins Zimmer?'],
      ['hotel-bergblick.md#Frühstück', 'Haben Sie etwas für Gäste mit Zöliakie, also ohne Gluten?'],
      ['hotel-bergblick.md#Haustiere', 'Was kostet es, den Hund mitzubringen?'],
      ['hotel-bergblick.md#Stornierung', 'Bis wann kann ich kostenfrei absagen?'],
      ['hotel-bergblick.md#Sauna und Schwimmbad', 'Um wie viel Uhr macht die Sauna auf?'],
      ['hotel-bergblick.md#Internet', 'Wie lautet das WLAN-Passwort?'],
    ],
    unanswerable: [
      'Verkaufen Sie auch Solaranlagen?',
      'Wie wird das Wetter morgen?',
      'Gibt es im Hotel einen Friseur?',
      'Wie heißt der Bürgermeister?',
    ],
  },
  closed: {
    answered: [
      ['stadtwerke-nordsee.md#Abschlagszahlung', 'An welchem Tag wird das Geld abgebucht?'],
      ['stadtwerke-nordsee.md#Jahresabrechnung', 'Wie schnell wird mir ein Guthaben ausgezahlt?'],
      ['stadtwerke-nordsee.md#Kündigung', 'Welche Kündigungsfrist gilt für den Grundtarif?'],
      ['stadtwerke-nordsee.md#Stromausfall', 'Bekomme ich eine Entschädigung, wenn der Strom lange ausfällt?'],
      ['stadtwerke-nordsee.md#Ladesäulen für Elektroautos', 'Wie teuer ist das Laden pro Kilowattstunde?'],
      ['stadtwerke-nordsee.md#Zählerstand', 'Was passiert, wenn ich den Zählerstand nicht angebe?'],
      ['hotel-bergblick.md#Anreise und Abreise', 'Wann muss ich auschecken?'],
      ['hotel-bergblick.md#Frühstück', 'Wie lange gibt es sonntags Frühstück?'],
      ['hotel-bergblick.md#Haustiere', 'Darf mein Hund mit ins Restaurant?'],
      ['hotel-bergblick.md#Stornierung', 'Was muss ich zahlen, wenn ich einfach nicht komme?'],
      ['hotel-bergblick.md#Sauna und Schwimmbad', 'Muss ich Handtücher mitbringen?'],
      ['hotel-bergblick.md#Parken', 'Passt mein Wohnmobil in die Garage?'],
    ],
    unanswerable: [
      'Bieten Sie auch Glasfaser an?',
      'Kann ich bei Ihnen heiraten?',
      'Welche Aktien soll ich kaufen?',
      'Gibt es einen Shuttle vom Flughafen?',
    ],
  },
}
