import type { RecognisedLanguage } from '../../../../platform/text/recognise-language.ts'

/**
 * What customers ask businesses about: a line is one thing, in English, German, Spanish, French and Japanese. A word is a beginning (in
 * German also of a part of a compound); one that ends with a dot takes endings only: `card.` is in "cards". Own work.
 */
const table = `
pric cost fee. charg tariff expensiv rate. rates. | preis kost gebühr tarif teuer entgelt betrag betrags | precio cost cuesta cuestan tarifa importe gasto caro cara vale. valen. coste | prix coût coûte tarif frais montant cher. chère. facturé | 料金 値段 価格 費用 いくら 代金 金額 手数料
pay payment payabl paid | zahl bezahl überweis entricht | pago pagar paga. pagamos pagado abonar | paie. paye payer payez paiement payant règlement | 支払 払 決済
cash | bargeld bar. bargeldlos barzahl | efectivo metálico | espèces liquide | 現金
card cards credit debit | karte kreditkart ec-karte girocard | tarjeta | carte. cartes bancaire | カード クレジット
instalment installment | rate. raten ratenzahl teilzahl | plazos cuota fracciona | mensualité échelonn | 分割
free. gratis complimentar | gratis kostenlos kostenfrei umsonst gebührenfrei unentgeltlich | gratis gratuit | gratuit gratis offert | 無料
discount coupon voucher reduced cheaper promotion | rabatt gutschein ermäßig vergünstig nachlass | descuento cupón vale. rebaja | remise réduction coupon rabais promo bon. | 割引 クーポン 値引
invoic bill. billing receipt | rechnung abrechn quittung beleg faktur | factura recibo | facture factures facturation reçu. quittance | 請求 領収 明細
refund reimburs repay money | erstatt rückerstatt rückzahl guthaben auszahl ausgezahlt | reembols devolver devuelven devuelto devolución dinero | rembours | 返金 払い戻
return sendback exchang swap bringback comeback giveback sendback takeback getback | rückgabe zurückgeb zurückschick zurücksend retour umtausch umtauschen widerruf zurückbring bringezurück zurückkomm | devolver devolución devoluciones cambiar cambio devolv | retour renvoi renvoyer échange rendre rapporter rends rend. | 返品 返し 返す 返送 交換
cancel cancellation revok withdraw abort | storn absag kündig abmeld widerruf abbestell zurücktret | cancel anular anula baja. bajas | annul résili désabonn | キャンセル 取り消 取消 解約 中止
contract subscription membership term. | vertrag abo. abonnement laufzeit mitglied | contrato suscripción abono | contrat abonnement formule | 契約 会員 定期
quit leav end. terminat | beend verlass heraus austret kündig aufhör | dejar abandonar terminar baja. bajas | quitter partir. pars. arrêter fin. mettre résili | やめ 退会 解約
deliver ship shipp dispatch courier parcel packag send sent. arriv | liefer versand versend zustell schick sende. gelief paket päckchen sendung ankomm eintreff | envío enviar envía enviamos entrega enviáis mandan mandar mandáis reparto paquete llegar llega llegada | livrais livrer livrez livrons expédi envoi envoy. colis paquet arriv | 配送 配達 発送 届 送り 送っ 送る 郵送 荷物 小包
arriv arrival reach | ankunft ankomm anreise eintreff | llegar llegada llega. tarda | arriv | 到着 届 着
departur depart checkout check-out | abreise abfahrt auscheck verlassen | salida salir | départ | 出発 チェックアウト
checkin check-in moveinto | einchecken anreise bezugsfertig beziehen | registro llegada | arrivée | チェックイン 入室 部屋に入
postag freight | porto versandkost frachtkost | portes porte. | port. ports. | 送料
abroad international foreign countr spain france german ital austria switzerland england britain ireland portugal netherlands belgium poland america usa japan china europ | ausland international länder spanien frankreich deutschland italien österreich schweiz england großbritann irland portugal niederland belgien polen amerika usa japan china europa | extranjero internacional país españa francia alemania italia austria suiza inglaterra irlanda portugal holanda bélgica polonia méxico américa japón china europa canarias baleares península | étranger international pays espagne france allemagne italie autriche suisse angleterre irlande portugal pays-bas belgique pologne amérique japon chine europe | 海外 国際 外国 日本国内 アメリカ 中国 韓国 ヨーロッパ フランス ドイツ イギリス スペイン
guarante warrant | garantie gewährleist | garantía | garantie | 保証
broken damaged defectiv fault | defekt kaputt beschädig schaden mangel zerbroch schadh | roto rota. rotas rotos defectuos dañad daño estropead averiad pedazos | cassé défectu abîm endommag panne dégât | 壊 故障 不良 破損
repair fix mend servic maintenanc workshop | reparatur repari instand wartung werkstatt | repar arregl taller mantenimiento | répar entretien atelier dépann | 修理 直し 直す 直せ 直ら
spar parts | ersatzteil | repuesto recambio pieza | pièce. pièces rechange | 部品
lost lose loss. | verlor verlust verlier | perder perdid pérdida pierd | perd perte | 紛失 なくし 失
stolen theft steal took | gestohlen diebstahl klau | robo robado robar hurto | vol. volé volée | 盗
late. delay overdu | spät verspät verzug verzöger überfällig | tarde. tardar retras demora | retard tard. | 遅
early befor advanc | früh. vorher vorab voraus | antelación anticipa pronto | avance tôt | 早
deadlin until latest notic | frist spätest stichtag | plazo límite antelación | délai échéance limite | 期限 締切
duration long. lasts takes | dauer dauert lange. laufzeit | dura. duración tarda tardan tiempo | durée dure. | 期間 何日 何時間 日数
open opening opens hours | öffn geöffnet offen aufmach macht-auf | abrir abre. abierto abren apertura horario | ouvert ouvre ouvrez ouverture horaire | 営業 開
clos closed closes closing | schließ schließt geschlossen feierabend | cierra cerrar cerrado cierre | ferme fermé fermez fermeture | 閉 休み 定休
start begin begins | beginn beginnt anfang start. starten | empez empiez comenz comienz inicio | commenc début démarr | 始 開始
holiday vacation | urlaub ferien feiertag | vacaciones festivo | vacances congé férié | 休暇 祝日 休み
weekend saturday sunday | wochenende samstag sonntag sonn | fin. sábado domingo | week-end samedi dimanche | 週末 土曜 日曜
morning | vormittag morgens morgen früh. | mañana matutin | matin | 午前 朝
evening afternoon night | abend nachmittag nacht | tarde. tardes noche | soir après-midi nuit | 午後 夜 夜中
appointment booking book reserv reservation | termin buch buchen reservier | cita reserv turno | rendez-vous réserv | 予約 申し込
register registration enrol signup join apply signup sign-up | anmeld registrier einschreib beitret | inscri matrícula apuntar registr | inscri enregistr adhésion | 登録 申込 申し込 入会
account profil login login logon signin sign-in | konto benutzerkonto zugang anmeld einlogg | cuenta perfil acceso | compte connex connect identifi | アカウント ログイン
password code pin. | passwort kennwort zugangscode pin. | contraseña clave | passe. mot-de-passe code. | パスワード 暗証
wifi wi-fi internet wlan wireless | wlan internet drahtlos netz. | wifi internet inalámbric | wifi wi-fi internet | インターネット ネット 無線
phon telephon call | telefon anruf anrufen ruf. rufe. rufen | teléfono llam | téléphon appel | 電話
email mail contact writ | e-mail mail kontakt kontaktier schreib erreich | correo contact escrib | courriel e-mail contact écri joindre | メール 連絡 問い合わせ
document papers form. identit identification passport | unterlag dokument ausweis formular papiere | document documento papel papeles identidad pasaporte dni | document pièce papiers justificatif identité | 書類 証明 保証書 身分
copy duplicat | kopie abschrift duplikat | copia duplicado | copie duplicata | コピー 写し 複製
certificat diploma | zertifikat bescheinig zeugnis nachweis | certificad diploma título | certificat attestation diplôme | 証明書 修了
chang modif edit alter | änder ändern wechsel anpass | modific cambi. cambiar editar | modifi chang. changer | 変更 変え
increas rais | erhöh mehr. steiger | aument subir incrementa | augment hausse | 増や 上げ
decreas reduc lower less. | senk verringer reduzier herabsetz vermindern weniger | reduc baj. bajar disminu menos | rédui baiss diminu moins | 減ら 下げ
delet remov eras | lösch entfern | borr elimin suprim | supprim effac | 削除 消
export download | export herunterlad download | export descarg | export télécharg récupér | エクスポート ダウンロード
import upload | import hochlad | import subir cargar | import téléverser charger | インポート アップロード
data. records information file | daten akte unterlag informationen | datos expediente ficheros archivo | données dossier fichier | データ 記録 情報
stor keep storag stored retain | aufbewahr lager speicher gespeichert | guard conserv almacen | conserv stock stocké héberg gard | 保存 保管
secur securit safe privac encrypted | sicher sicherheit datenschutz verschlüss | segur seguridad privacidad cifra | sécur confidential chiffr | 安全 セキュリティ
backup | sicherung datensicher | copia-de-seguridad respaldo | sauvegard | バックアップ
trial test. try. | probe. probezeit testphase testen ausprobier | prueba probar | essai essay | 試 お試し
insuranc insured insur | versicher | segur. seguro asegur | assur | 保険
compensation | entschädig schadenersatz | indemniz compens | indemnis dédommag | 補償 賠償
emergenc urgent pain. acut | notfall dringend schmerz akut | urgenc urgente dolor | urgence urgent douleur | 緊急 急 痛
doctor dentist practic surger clinic | arzt zahnarzt praxis | médico dentista clínica consulta | médecin dentiste cabinet | 医者 歯医者 病院
child children kid baby minor | kind kinder jugend minderjähr | niñ hijo menor menores | enfant mineur bébé | 子ども 子供 お子様 小学生
adult | erwachsen | adulto | adulte | 大人
student pupil | student schüler studier | estudiante alumno | étudiant élève | 学生
senior pensioner | senior rentner | jubilad mayores | retraité senior | シニア 高齢
age. years old. | alter jahre alt. | edad años | âge ans. | 歳 年齢 才
pet. dog. cat. animal | haustier hund katze tier. tiere | perro gato mascota animal | chien chat. animal animaux | 犬 猫 ペット 動物
bicycl bike cycl | fahrrad rad. räder bike | bici bicicleta | vélo bicyclette | 自転車
car. vehicl | auto. autos pkw fahrzeug wagen wohnmobil | coche automóvil vehículo | voiture véhicule | 車を 車で お車 自動車 車
electric e-bike ebik electricit power | elektro strom e-auto e-bike | eléctric electricidad luz | électri | 電気 電動
charg charging charger | lade laden auflad ladesäul ladepunkt | carg cargar cargador recarga | recharg charg | 充電
outag failur blackout down | ausfall ausgefallen störung stromausfall weg. | avería corte apagón fallo | panne coupure | 停電 障害
parking park. garag | park parken parkplatz garage stellplatz | aparca parking garaje | parking stationn garer garage | 駐車 停め
bus. train. station transport directions | bus. bahn bahnhof zug. anfahrt haltestelle | autobús tren estación transporte | bus. train gare transport | バス 駅 電車 交通 送迎
airport shuttl | flughafen shuttle | aeropuerto | aéroport navette | 空港 送迎
wheelchair accessibl disabled lift. elevator | rollstuhl barrierefrei aufzug behindert | silla-de-ruedas accesib discapacita ascensor | fauteuil accessib handicap ascenseur | 車椅子 バリアフリー エレベーター
address location | anschrift adresse standort | dirección ubicación | adresse lieu | 住所 場所
move relocation moving | umzug umzieh umzie einzug auszug ziehe. | mudanza mudar traslado | déménag | 引っ越 移転
room bedroom | zimmer raum. räume | habitación sala. salas cuarto | chambre salle pièce | 部屋 客室
towel bathrob | handtuch handtüch bademantel bademänt | toalla albornoz | serviette peignoir | タオル 浴衣
breakfast | frühstück buffet | desayuno | petit-déjeuner | 朝食
dinner meal food eat. | essen mahlzeit abendessen restaurant speis | cena comida comer | repas dîner manger nourriture | 夕食 食事 食べ
drink beverag | getränk trinken | bebida beber | boisson boire | 飲 飲み物
allerg allergic intoleranc gluten celiac | allerg unverträglich gluten zöliakie laktose | alergi celiac gluten intoleranc | allergi intoléran gluten | アレルギー
vegetarian vegan | vegetar vegan | vegetarian vegan | végétar végan | ベジタリアン
smok smoking | rauch | fumar | fumer fumeur tabac | 喫煙 禁煙 煙草 タバコ
bath swim pool spa sauna | schwimm baden bad. sauna wellness pool | baño bañar piscina sauna | bain baign piscine sauna | 風呂 温泉 入浴 浴場 プール
guest visitor visit | gast gäste besuch | huésped invitado visita | visite visiteur invité | 見学 訪問
order purchas buy bought | bestell kauf kaufen erwerb einkauf | pedido comprar compra. compré compras | command achet achat acquér | 注文 購入 買 お買い上げ
sell sale. | verkauf | vend vende. venden venta | vend vendez vente | 売 販売
product item goods articl | produkt ware artikel | producto artículo | produit article | 商品 製品
new. | neu. | nuevo nueva | nouveau nouvel neuf | 新しい 新品
used second-hand | gebraucht | segunda usado | occasion | 中古
borrow lend loan rent hire rental | leih ausleih miet verleih | prest alquil | emprunt prêt prêter louer location empor | 借 貸 レンタル
book books | buch bücher | libro libros | livre livres ouvrage | 書籍 図書
ebook e-book digital | e-book digital elektron | digital electrónico ebook | numérique e-book liseuse | 電子書籍
print printing photocop | druck ausdruck fotokopie | imprim fotocopia | imprim impress photocopi | 印刷
computer pc laptop | computer rechner pc. laptop | ordenador computadora | ordinateur poste. postes | パソコン コンピュータ
cours class lesson lectur | kurs unterricht stunde. seminar | curso clase. clases lección | cours. leçon | 授業 講座 教室 レッスン
exam examination | prüfung klausur examen | examen prueba | examen épreuve | 試験
level beginner advanced | niveau stufe anfänger | nivel principiante | niveau débutant | レベル
miss absent absenc noshow showup no-show show-up | versäum verpass nichterschein fehl | falta. faltar faltas faltó ausencia perder perdid | manqu absence absent | 欠席
reminder dunning | mahnung erinner zahlungserinner | recordatorio aviso | relance rappel | 催促 リマインド
debt owe unpaid arrears | schulden offen unbezahlt nachzahl | deuda impag debe. | impay dette | 未払 滞納
penalt fine | strafe bußgeld säumnis mahngebühr | multa penaliz recargo | amende pénalité | 罰金 違約
deposit security-deposit | kaution anzahlung pfand abschlag | fianza depósito señal | caution acompte dépôt | 保証金 敷金 デポジット
bank transfer debit account | konto überweis abbuch lastschrift bankeinzug | banco transferencia domicili cuenta | banque virement prélèvement | 銀行 振込 引き落とし
plan. packag tier pricing | tarif paket | plan. planes | formule forfait offre | プラン
user seat. colleagu team member | benutzer nutzer kolleg team mitarbeiter mitglied | usuario compañero equipo miembro | utilisateur collègue équipe membre | ユーザー 利用者 メンバー チーム
role. permission rights admin | rolle berechtig recht. rechte | rol. permiso derecho | rôle autoris droit. droits | 権限 役割
languag translat | sprache übersetz | idioma lengua traduc | langue tradu | 言語 翻訳
support help assistanc | hilfe support unterstütz | ayuda soporte | aide. assistance support | サポート 助け 窓口
complaint complain | beschwer reklam | queja reclam | réclam plainte | 苦情 クレーム
report notif announc inform | meld. melden mitteil teilen informier angeben angabe | avis notific comunic inform | signal prévenir avert inform déclar | 知らせ 通知 報告 連絡
confirm confirmation | bestätig | confirm | confirm | 確認
approv allowed permit permitted forbidden | erlaub gestattet verboten darf. dürfen | permit prohib | permis interdit autoris | 許可 禁止 可能 ご遠慮
requir required need necessar bring | erforder benötig brauch nötig mitbring | necesit falta requisit traer llevar | besoin nécessaire apport requis | 必要 用意 持って
key. lock | schlüssel schloss | llave | clé clef | 鍵
meter reading counter | zähler ablesen ablesung | contador lectura | compteur relevé | メーター 検針
measur height size weight | höhe größe maß gewicht hoch. | altura tamaño peso medida | hauteur taille poids dimension | サイズ 高さ 重さ 大きさ
colour color | farbe farbig | color | couleur | 色
qualit | qualität | calidad | qualité | 品質
points loyalt bonus | punkte bonus treue | puntos | points fidélité | ポイント
expir valid validit | gültig ablauf abgelaufen verfall | válid caduc vence vigencia | valable valid expir péremp | 有効 期限 失効
renew extend extension prolong | verläng | renov prórroga prolong ampli | renouvel prolong | 延長 更新
estimat quot quotation | kostenvoranschlag angebot schätz | presupuesto estim | devis estim | 見積
install installation assembl fitting | install einbau montage aufbau montier | instal montaje | install montage pose. | 設置 取り付け 工事
collect pickup pick-up | abhol abholung | recog recoger recogida | retrait retir | 引き取り 受け取
wait waiting | warten wartezeit | esper | attend attente | 待
photo pictur imag x-ray | foto bild. bilder röntgen | foto imagen radiograf | photo image radio. | 写真 画像 レントゲン
tooth teeth dental | zahn zähne | diente muela dental | dent dents dentaire | 歯
oil. | öl. | aceite | huile | 油 オイル
bottl glass. | flasche glas. | botella cristal vidrio | bouteille verre | 瓶 ボトル
film movi video | film video | película vídeo | film vidéo | 映画 ビデオ
tyre tire punctur flat. | reifen platten panne | neumático rueda pinchazo | pneu crevaison | パンク タイヤ
polic | polizei | policía | police | 警察
wedding marry | hochzeit heirat trau. trauung | boda casar | mariage | 結婚
job. vacanc career employment hiring | stelle job. bewerb karriere arbeitsplatz | empleo trabajo. vacante | emploi poste-vacant recrut | 求人 採用 仕事
weather | wetter | clima | météo | 天気
today. same. immediatel straightaway | heute sofort gleich | hoy mismo | aujourd immédiat même. | 今日 当日 すぐ
accept acceptanc | akzept annehm nehmen | acept admit | accept prenez | 受け付け 受付
`

const order: readonly RecognisedLanguage[] = ['en', 'de', 'es', 'fr', 'ja']

/** A beginning of words; `isWhole` takes endings only. */
export interface Pattern {
  /** Folded. */
  text: string
  /** With its accents. */
  written: string
  isWhole: boolean
}

/** Without accents and capitals, so that "reserver" is "réserver". */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ß', 'ss')

function patternOf(word: string): Pattern {
  const isWhole = word.endsWith('.')
  const written = isWhole ? word.slice(0, -1) : word
  return { text: fold(written), written, isWhole }
}

/** The patterns of each concept, by language. */
export const concepts: readonly Readonly<Record<RecognisedLanguage, readonly Pattern[]>>[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const columns = line.split('|').map((column) => column.trim().split(' ').filter(Boolean).map(patternOf))
    return Object.fromEntries(order.map((language, at) => [language, columns[at] ?? []])) as Record<RecognisedLanguage, Pattern[]>
  })

/** Endings of the same word. */
const inflection = /^(?:e?[snr]?|x)$/

export const fits = ({ text, isWhole }: Pattern, word: string): boolean =>
  word.startsWith(text) && (!isWhole || inflection.test(word.slice(text.length)))

/** Parts of German compounds are found within them, if they are as long as this. */
const leastPart = 4

/** The concepts that a folded word of the language belongs to: by its beginning, the longest first; in German also by the parts of a compound. */
export function conceptsOf(word: string, language: RecognisedLanguage): number[] {
  if (language === 'ja') return concepts.flatMap(({ ja }, at) => (ja.some(({ text }) => word.includes(text)) ? [at] : []))
  const found = new Set<number>()
  let longest = 0
  for (const [at, concept] of concepts.entries())
    for (const pattern of concept[language])
      if (fits(pattern, word)) {
        found.add(at)
        longest = Math.max(longest, pattern.text.length)
      }
  if (language !== 'de') return [...found]
  for (const [at, concept] of concepts.entries())
    for (const { text, isWhole } of concept.de) {
      const place = text.length >= leastPart && word.length > text.length ? word.indexOf(text, Math.max(1, longest)) : -1
      if (place > 0 && (!isWhole || inflection.test(word.slice(place + text.length)))) found.add(at)
    }
  return [...found]
}
