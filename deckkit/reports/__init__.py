"""Pages to look at: what is known of a list, as one document that becomes HTML, and its charts as SVG or PNG."""
