/** For services that were set up when this was the name of `main.js`. */
import './main.js'
