/** A group of foods that an allergy is about. Words in English, Spanish, French, German and Japanese, without accents, lower case. */
export interface Allergen {
  id: string
  /** How people name the allergy. */
  names: string
  /** What contains it, also under another name. Five letters and more are found inside of longer words, as German joins them. */
  foods: string
  /** Names that hold such a word and do not contain it. */
  without: string
}

/** In reviewed form of 2026-11. The list grows by what was missed. */
export const allergens: readonly Allergen[] = [
  {
    id: 'milk',
    names: `milk|dairy|lactose|casein|whey|cow's milk|leche|lacteos|lactosa|caseina|lait|produits laitiers|caseine|milch|milchprodukte|laktose|milcheiweiss|乳|牛乳|乳製品|ミルク`,
    foods: `milk|milkshake|buttermilk|milk powder|condensed milk|evaporated milk|dairy|lactose|lactalbumin|lactoglobulin|casein|caseinate|caseinato|caseinat|whey|curd|curds|yogurt|yoghurt|yogur|yaourt|joghurt|skyr|quark|kefir|lassi|raita|dahi|chaas|butter|butter oil|ghee|ghi|butterfat|buttermilch|butterschmalz|schmand|cream|creme fraiche|creme|half and half|custard|pudding|ice cream|gelato|helado|glace|eiscreme|cheese|queso|fromage|kase|kaese|paneer|panir|chenna|khoya|khoa|mawa|malai|rabri|kulfi|burfi|barfi|rasgulla|gulab jamun|mozzarella|parmesan|parmigiano|pecorino|ricotta|feta|halloumi|haloumi|mascarpone|cheddar|gouda|gruyere|brie|camembert|emmental|emmentaler|roquefort|gorgonzola|provolone|cottage|queso fresco|manchego|requeson|cuajada|nata|mantequilla|leche|dulce de leche|suero de leche|lait|beurre|petit-lait|lactoserum|milch|molke|sahne|rahm|bechamel|alfredo|nougat|caramel|toffee|dulce|cajeta|crema|milchpulver|frischkase|huttenkase|topfen|buttercream|labneh|laban|ayran|tzatziki|fondue|ganache|milk chocolate|white chocolate|hollandaise|ranch|au gratin|gratin|乳|牛乳|ミルク|バター|チーズ|ヨーグルト|クリーム|ホエイ|ホエー|カゼイン|練乳|脱脂粉乳|ギー|パニール|アイスクリーム|ラクトース|乳糖`,
    without: `coconut milk|coconut cream|coconut butter|coconut yogurt|coconut oil|almond milk|almond butter|almond yogurt|soy milk|soya milk|soymilk|soy yogurt|soy cream|oat milk|oat cream|rice milk|cashew milk|cashew butter|cashew cream|hemp milk|hazelnut milk|peanut butter|nut butter|apple butter|shea butter|cocoa butter|sesame butter|seed butter|sunflower butter|butter bean|butter lettuce|butterhead|butternut|buttercup|butterbur|butterfish|butterfly|cream of tartar|cream of wheat|vegan cheese|vegan butter|dairy free|dairy-free|lactose free milk alternative|milkfish|milk thistle|leche de coco|leche de almendra|leche de almendras|leche de soja|leche de avena|leche de arroz|crema de coco|crema de cacahuete|crema de almendra|mantequilla de cacahuete|mantequilla de mani|manteca de cacao|manteca de cerdo|lait de coco|lait d'amande|lait d'amandes|lait de soja|lait d'avoine|lait de riz|creme de coco|creme de soja|beurre de cacahuete|beurre de cacahuetes|beurre de cacao|beurre d'amande|kokosmilch|kokoscreme|mandelmilch|sojamilch|sojajoghurt|hafermilch|haferdrink|reismilch|erdnussbutter|mandelbutter|kakaobutter|butterkurbis|hafersahne|sojasahne|ココナッツミルク|ココナッツクリーム|アーモンドミルク|豆乳|オーツミルク|ライスミルク|ピーナッツバター|カカオバター|乳化剤|乳酸菌|乳酸`,
  },
  {
    id: 'gluten',
    names: `gluten|wheat|celiac|coeliac|trigo|celiaco|celiaca|celiaquia|ble|coeliaque|cœliaque|weizen|zoliakie|グルテン|小麦|セリアック`,
    foods: `gluten|wheat|flour|atta|maida|sooji|suji|rava|semolina|durum|spelt|emmer|einkorn|farro|kamut|khorasan|triticale|freekeh|bulgur|couscous|seitan|barley|pearl barley|malt|malz|rye|oats|oat|oatmeal|porridge|granola|muesli|bread|breadcrumb|breadcrumbs|panko|bun|toast|crouton|croutons|roti|chapati|chapatti|paratha|naan|kulcha|puri|poori|bhatura|pita|tortilla wrap|flour tortilla|wrap|bagel|baguette|brioche|croissant|focaccia|ciabatta|pizza|pasta|spaghetti|macaroni|penne|fusilli|lasagna|lasagne|linguine|tagliatelle|ravioli|gnocchi|orzo|vermicelli|noodle|noodles|udon|ramen|somen|egg noodle|filo|phyllo|puff pastry|pastry|pie crust|cake|cookie|biscuit|cracker|pretzel|waffle|pancake|crepe|dumpling|gyoza|wonton|samosa|tempura|batter|beer|ale|lager|soy sauce|shoyu|teriyaki|hoisin|worcestershire|couscous|trigo|harina|cebada|centeno|avena|espelta|semola|pan|pan rallado|fideos|galleta|galletas|bizcocho|empanada|cerveza|malta|ble|froment|farine|orge|seigle|avoine|epeautre|semoule|boulgour|pain|chapelure|pates|biscotte|gateau|brioche|biere|weizen|mehl|gerste|roggen|hafer|dinkel|grunkern|griess|grieß|brot|brotchen|semmel|semmelbrosel|paniermehl|nudeln|nudel|spatzle|knodel|kuchen|keks|bier|graupen|小麦|グルテン|大麦|ライ麦|麦|パン|パン粉|うどん|ラーメン|そうめん|素麺|パスタ|スパゲッティ|マカロニ|餃子|ぎょうざ|天ぷら|てんぷら|醤油|しょうゆ|麩|セイタン|クスクス|ビール|ケーキ|クッキー|ビスケット|オートミール|オーツ麦`,
    without: `gluten free|gluten-free|sin gluten|sans gluten|glutenfrei|グルテンフリー|rice flour|corn flour|cornflour|almond flour|coconut flour|chickpea flour|gram flour|besan|buckwheat flour|buckwheat|tapioca flour|potato flour|soy flour|quinoa flour|millet flour|sorghum flour|ragi flour|bajra flour|jowar flour|amaranth flour|lentil flour|rice noodle|rice noodles|glass noodle|glass noodles|soba noodle 100|rice pasta|corn pasta|lentil pasta|chickpea pasta|corn tortilla|rice cake|rice cakes|rice vermicelli|rice cracker|tamari|gluten-free soy sauce|harina de arroz|harina de maiz|harina de almendra|harina de garbanzo|harina de coco|harina de trigo sarraceno|trigo sarraceno|fideos de arroz|tortilla de maiz|farine de riz|farine de mais|farine d'amande|farine de pois chiche|farine de sarrasin|farine de coco|ble noir|vermicelles de riz|nouilles de riz|reismehl|maismehl|mandelmehl|kichererbsenmehl|buchweizenmehl|buchweizen|kokosmehl|kartoffelmehl|reisnudeln|glasnudeln|reiswaffel|米粉|そば粉|コーンスターチ|ビーフン|春雨|フライパン`,
  },
  {
    id: 'egg',
    names: `egg|eggs|huevo|huevos|oeuf|oeufs|œuf|œufs|ei|eier|huhnerei|卵|たまご|玉子|鶏卵`,
    foods: `egg|eggs|egg white|egg yolk|albumin|albumen|ovalbumin|ovomucoid|lysozyme|omelet|omelette|frittata|quiche|meringue|mayonnaise|mayo|aioli|hollandaise|bearnaise|custard|eggnog|souffle|tortilla espanola|brioche|marshmallow|pavlova|tiramisu|carbonara|egg noodle|surimi|huevo|huevos|clara de huevo|yema|mayonesa|merengue|flan|alioli|oeuf|oeufs|œuf|œufs|blanc d'oeuf|jaune d'oeuf|ei|eier|eiweiss|eiweiß|eigelb|eidotter|ruhrei|spiegelei|baiser|vollei|eiernudeln|卵|たまご|タマゴ|玉子|卵白|卵黄|マヨネーズ|メレンゲ|オムレツ|カスタード|茶碗蒸し|プリン|アルブミン`,
    without: `eggplant|egg free|egg-free|vegan egg|egg replacer|egg substitute vegan|vegan mayonnaise|vegan mayo|veganaise|eggfruit|sin huevo|sans oeuf|ohne ei|卵不使用`,
  },
  {
    id: 'peanut',
    names: `peanut|peanuts|groundnut|groundnuts|cacahuete|cacahuetes|mani|cacahuate|arachide|arachides|cacahouete|erdnuss|erdnusse|ピーナッツ|ピーナツ|落花生`,
    foods: `peanut|peanuts|groundnut|groundnuts|monkey nut|arachis|satay|cacahuete|cacahuetes|cacahuate|mani|arachide|arachides|cacahouete|cacahouetes|erdnuss|erdnusse|erdnuß|chikki|gado gado|kung pao|beer nuts|mixed nuts|trail mix|studentenfutter|ピーナッツ|ピーナツ|落花生|南京豆`,
    without: ``,
  },
  {
    id: 'tree nuts',
    names: `nut|nuts|tree nut|tree nuts|nuez|nueces|frutos secos|frutos de cascara|noix|fruits a coque|fruit a coque|nuss|nusse|schalenfruchte|ナッツ|木の実|almond|almonds|cashew|cashews|walnut|walnuts|hazelnut|hazelnuts|pistachio|pecan|macadamia|almendra|almendras|amande|amandes|mandel|mandeln|avellana|noisette|noisettes|haselnuss|haselnusse|walnuss|anacardo|cajou|noix de cajou|アーモンド|カシューナッツ|くるみ|クルミ|ヘーゼルナッツ|ピスタチオ`,
    foods: `nut|nuts|nut butter|almond|almonds|marzipan|marchpane|mazapan|massepain|frangipane|amaretto|amaretti|orgeat|badam|cashew|cashews|kaju|kaju katli|walnut|walnuts|akhrot|hazelnut|hazelnuts|filbert|filberts|gianduja|nutella|praline|nougat|turron|touron|pistachio|pistachios|pista|pecan|pecans|macadamia|brazil nut|pine nut|pine nuts|pignoli|pignolia|pesto|baklava|chestnut|mixed nuts|trail mix|muesli|granola|waldorf|romesco|dukkah|almendra|almendras|nuez|nueces|avellana|avellanas|anacardo|anacardos|maranon|pistacho|pistachos|pinon|pinones|amande|amandes|noix|noisette|noisettes|cajou|pistache|pistaches|pignon|pignons|mandel|mandeln|nuss|nusse|haselnuss|haselnusse|walnuss|walnusse|cashewkerne|pistazie|pistazien|pinienkerne|pekannuss|krokant|studentenfutter|ナッツ|アーモンド|カシュー|くるみ|クルミ|胡桃|ヘーゼルナッツ|ピスタチオ|マカダミア|ペカン|松の実|マジパン|プラリネ`,
    without: `nutmeg|coconut|coconuts|doughnut|donut|butternut|water chestnut|water chestnuts|tiger nut|peanut|peanuts|groundnut|nutritional|nutrition|nut free|nut-free|nuez moscada|noix de muscade|noix de coco|noix de saint-jacques|muskatnuss|kokosnuss|erdnuss|erdnusse|nussfrei|ココナッツ|ナツメグ|ピーナッツ|ドーナッツ`,
  },
  {
    id: 'soy',
    names: `soy|soya|soybean|soybeans|soja|sojabohne|sojabohnen|大豆|ダイズ|ソイ`,
    foods: `soy|soya|soybean|soybeans|soymilk|edamame|tofu|tempeh|miso|natto|okara|yuba|tamari|shoyu|soy sauce|teriyaki|hoisin|textured vegetable protein|tvp|lecithin|soja|lecitina|lecithine|lecithin|sojabohne|sojasauce|salsa de soja|sauce soja|sojamehl|koji|kinako|abura-age|aburaage|大豆|豆腐|とうふ|味噌|みそ|醤油|しょうゆ|納豆|枝豆|豆乳|湯葉|きな粉|油揚げ|厚揚げ|おから|ソイ`,
    without: `soy free|soy-free|sunflower lecithin|coconut aminos|sin soja|sans soja|sojafrei|コーン味噌`,
  },
  {
    id: 'fish',
    names: `fish|pescado|pez|poisson|poissons|fisch|魚|さかな`,
    foods: `fish|salmon|tuna|cod|haddock|pollock|hake|halibut|tilapia|trout|mackerel|sardine|sardines|anchovy|anchovies|herring|kipper|bass|sea bream|snapper|sole|plaice|turbot|monkfish|swordfish|mahi|catfish|carp|pike|perch|eel|caviar|roe|surimi|fish sauce|worcestershire|caesar dressing|caesar salad|bouillabaisse|dashi|bonito|katsuobushi|nam pla|garum|rohu|hilsa|pomfret|surmai|basa|pangasius|cod liver oil|omega-3 fish oil|isinglass|pescado|salmon|atun|bacalao|merluza|lubina|dorada|trucha|caballa|sardina|sardinas|anchoa|anchoas|boqueron|boquerones|arenque|lenguado|poisson|saumon|thon|cabillaud|morue|colin|merlu|truite|maquereau|anchois|hareng|dorade|bar|fisch|lachs|thunfisch|kabeljau|dorsch|forelle|makrele|hering|sardelle|sardellen|seelachs|zander|karpfen|aal|scholle|fischsauce|魚|鮭|サーモン|さけ|鮪|まぐろ|マグロ|ツナ|鱈|たら|タラ|鯖|さば|サバ|鰯|いわし|イワシ|鯛|たい|かつお|鰹|かつお節|出汁|だし|ちりめん|しらす|うなぎ|アンチョビ|かまぼこ|ちくわ|はんぺん|いくら|たらこ|明太子|ナンプラー`,
    without: `fish free|fish-free|vegan fish sauce|shellfish|crayfish|cuttlefish|kombu dashi|kombu-dashi|昆布だし|昆布出汁|しいたけだし|bar of|barley|chocolate bar|snack bar|granola bar|たいやき`,
  },
  {
    id: 'crustaceans',
    names: `crustacean|crustaceans|shellfish|shrimp|prawn|crab|lobster|marisco|mariscos|crustaceo|crustaceos|gamba|gambas|camaron|crustace|crustaces|fruits de mer|crevette|crevettes|krebstiere|schalentiere|garnele|garnelen|meeresfruchte|甲殻類|えび|エビ|海老|かに|カニ|蟹`,
    foods: `crustacean|crustaceans|shellfish|shrimp|shrimps|prawn|prawns|crab|lobster|crayfish|crawfish|langoustine|scampi|krill|shrimp paste|belacan|prawn cracker|seafood|marisco|mariscos|gamba|gambas|camaron|camarones|langostino|langostinos|cangrejo|langosta|bogavante|cigala|crevette|crevettes|crabe|homard|langouste|ecrevisse|langoustine|fruits de mer|bisque|garnele|garnelen|krabbe|krabben|hummer|languste|krebs|shrimps|meeresfruchte|surimi|paella|bouillabaisse|jambalaya|gumbo|えび|エビ|海老|かに|カニ|蟹|ロブスター|シュリンプ|桜えび|シーフード`,
    without: `シュリンプフリー`,
  },
  {
    id: 'molluscs',
    names: `mollusc|molluscs|mollusk|mollusks|shellfish|clam|oyster|mussel|squid|molusco|moluscos|marisco|mariscos|mollusque|mollusques|fruits de mer|weichtiere|muschel|muscheln|schalentiere|meeresfruchte|軟体動物|貝|いか|イカ|たこ|タコ`,
    foods: `mollusc|mollusk|clam|clams|oyster|oysters|oyster sauce|mussel|mussels|scallop|scallops|squid|calamari|cuttlefish|octopus|snail|snails|escargot|abalone|cockle|whelk|seafood|almeja|almejas|ostra|ostras|mejillon|mejillones|vieira|vieiras|calamar|calamares|sepia|pulpo|caracol|palourde|palourdes|huitre|huitres|moule|moules|saint-jacques|coquille|calamar|seiche|poulpe|bulot|fruits de mer|muschel|muscheln|auster|austern|miesmuschel|jakobsmuschel|tintenfisch|kalmar|oktopus|schnecke|meeresfruchte|paella|bouillabaisse|貝|あさり|アサリ|はまぐり|しじみ|牡蠣|かき|ホタテ|帆立|ムール貝|いか|イカ|烏賊|たこ|タコ|蛸|オイスターソース|シーフード`,
    without: `muschelnudeln|たこ焼きソース不使用`,
  },
  {
    id: 'sesame',
    names: `sesame|sesamo|ajonjoli|sesam|ごま|ゴマ|胡麻|til`,
    foods: `sesame|tahini|tahina|tehina|halva|halvah|halwa|hummus|houmous|humus|baba ganoush|baba ghanoush|gomasio|gomashio|zaatar|za'atar|dukkah|benne|gingelly|til|sesamo|ajonjoli|sesam|furikake|ごま|ゴマ|胡麻|タヒニ|フムス|ふりかけ`,
    without: `sesame free|sesame-free|ごまかし`,
  },
  {
    id: 'mustard',
    names: `mustard|mostaza|moutarde|senf|からし|マスタード|カラシ|辛子`,
    foods: `mustard|dijon|rai|sarson|piccalilli|mostaza|moutarde|senf|vinaigrette|honey mustard|remoulade|からし|カラシ|辛子|マスタード|芥子`,
    without: `mustard free|meerrettich`,
  },
  {
    id: 'celery',
    names: `celery|celeriac|apio|celeri|sellerie|セロリ`,
    foods: `celery|celeriac|celery salt|celery seed|apio|celeri|sellerie|knollensellerie|mirepoix|soffritto|vegetable broth|vegetable stock|bouillon|suppengrun|gemusebruhe|waldorf|セロリ`,
    without: `celery free`,
  },
  {
    id: 'lupin',
    names: `lupin|lupine|altramuz|altramuces|lupinen|ルピナス|ルピン`,
    foods: `lupin|lupine|lupini|altramuz|altramuces|lupinen|lupinenmehl|ルピナス|ルピン`,
    without: ``,
  },
  {
    id: 'sulphites',
    names: `sulphite|sulphites|sulfite|sulfites|sulfur dioxide|sulfito|sulfitos|sulfites|sulfit|sulfite|schwefeldioxid|亜硫酸塩`,
    foods: `sulphite|sulphites|sulfite|sulfites|metabisulfite|metabisulphite|sulphur dioxide|sulfur dioxide|e220|e221|e222|e223|e224|e226|e227|e228|wine|dried apricot|dried apricots|dried fruit|sultana|sultanas|vino|sulfito|sulfitos|vin|wein|sulfit|schwefeldioxid|亜硫酸塩|ワイン`,
    without: `unsulphured|unsulfured|vinegar|wineberry`,
  },
  {
    id: 'corn',
    names: `corn|maize|maiz|mais|とうもろこし|トウモロコシ|コーン`,
    foods: `corn|maize|cornmeal|cornflour|cornstarch|corn syrup|polenta|grits|hominy|masa|popcorn|tortilla chips|nachos|maiz|maicena|mais|maisstarke|maismehl|makki|fructose syrup|dextrose|とうもろこし|トウモロコシ|コーン|コーンスターチ|ポップコーン`,
    without: `peppercorn|corned beef`,
  },
]
