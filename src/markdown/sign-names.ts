/**
 * Names that are signs of other programs' syntax, as parts of patterns.
 */

/** The environments of TeX that begin a line of text without dollars around them. */
export const ENVIRONMENTS = 'align|alignat|displaymath|eqnarray|equation|flalign|gather|multline';
/** The names of emoji that people use most: words between colons often mean something else. */
export const EMOJI =
  '100|[+-]1|angry|beers?|blush|boom|bug|bulb|cat|clap|confused|cry|cupid|dancer|dog|exclamation|eyes|facepalm|fire|' +
  'flushed|gift|grin|grinning|hand|heart|heart_eyes|heavy_check_mark|hugs|innocent|joy|kissing_heart|laughing|muscle|' +
  'nerd_face|ok_hand|open_mouth|party|partying_face|pensive|pizza|point_(?:down|left|right|up)|pray|question|rage|' +
  'rainbow|raised_hands|relaxed|relieved|rocket|rofl|roll_eyes|scream|see_no_evil|shrug|skull|sleeping|slightly_smiling_face|' +
  'smile|smile_cat|smiley|smirk|sob|sparkles|star2?|stuck_out_tongue(?:_winking_eye)?|sunglasses|sunny|sweat_smile|tada|' +
  'thinking|thumbs(?:down|up)|triumph|unamused|upside_down_face|v|warning|wave|white_check_mark|wink|worried|x|yum|zap';

/** A tag with a capital letter, as components have; old HTML has such tags, too. */
export const COMPONENT =
  /<(?!(?:B(?:ig|lockquote|ody|r)|Center|Code|Div|Em|Font|Form|H(?:ead|r|tml)|Img|Input|Li|Ol|Pre|S(?:mall|pan|trong)|T(?:able|body|d|h|itle|r)|Ul)\b)([A-Z][a-z][\w.]*)/;
